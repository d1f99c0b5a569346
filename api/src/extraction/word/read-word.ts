import type { Block } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { UnreadableDocument } from '../blocks/unreadable-document.ts';
import { coreProperties } from '../ooxml/core-properties.ts';
import type { OoxmlPackage } from '../ooxml/ooxml-package.ts';
import { DamagedXml } from '../xml/xml-reader.ts';
import { readOoxmlElements } from '../ooxml/ooxml-xml.ts';
import { FieldStack } from './field-stack.ts';
import { WordBlocks } from './word-blocks.ts';
import type { WordContext } from './word-context.ts';
import { headerBlocks } from './word-headers.ts';
import { WordNotes } from './word-notes.ts';
import { WordNumbering } from './word-numbering.ts';
import { WordStyles } from './word-styles.ts';

/** Reads a file that a document has inserted, called by its path; without it, such files are left out. */
export type ReadInsertedFile = (bytes: Uint8Array, name: string) => Promise<Partitioned>;

/** Reads a document of Word as it is shown, with its notes, comments, text boxes, headers and footers. */
export async function readWord(
  pkg: OoxmlPackage,
  readFile?: ReadInsertedFile,
): Promise<Partitioned> {
  const path = pkg.mainPath() ?? '';
  const bytes = pkg.bytesOf(path);
  if (bytes === undefined) throw new DamagedXml('no document');
  const relationships = pkg.relationshipsOf(path);
  const part = (type: string) =>
    pkg.treeOf(relationships.find((each) => each.type === type)?.target);
  const styles = new WordStyles(part('styles'));
  const settings = part('settings');
  const notes = new WordNotes(pkg, relationships, settings);
  const context: WordContext = {
    pkg,
    relationships,
    styles,
    numbering: new WordNumbering(part('numbering'), styles),
    notes,
    fields: new FieldStack(),
    omitted: new Omissions(),
    seen: new Set(),
    isHeader: false,
    sections: [],
    insertedFiles: new Map(),
    deferred: undefined,
    blocksOf: (elements, inner) => WordBlocks.of(elements, inner),
  };
  const body = new WordBlocks(context);
  readOoxmlElements(bytes, 'w:body', (element) => body.add(element));
  body.end();
  const blocks = [
    ...headerBlocks(context, 'header', settings),
    ...body.blocks,
    ...notes.otherComments(context),
    ...headerBlocks(context, 'footer', settings),
  ];
  return {
    blocks: await withInsertedFiles(context, blocks, readFile),
    properties: coreProperties(pkg),
    omitted: context.omitted.list(),
  };
}

async function withInsertedFiles(
  { pkg, insertedFiles, omitted }: WordContext,
  blocks: readonly Block[],
  readFile: ReadInsertedFile | undefined,
): Promise<Block[]> {
  const all: Block[] = [];
  for (const block of blocks) {
    const path = insertedFiles.get(block);
    if (path === undefined) {
      all.push(block);
      continue;
    }
    const bytes = pkg.bytesOf(path);
    const isHtml = pkg.typeOf(path).includes('html');
    try {
      if (bytes === undefined || readFile === undefined) omitted.add('inserted_file');
      else {
        const inserted = await readFile(bytes, isHtml ? 'inserted.html' : path);
        omitted.addAll(inserted.omitted);
        for (const each of inserted.blocks) all.push(each);
      }
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      omitted.add('inserted_file');
    }
  }
  return all;
}
