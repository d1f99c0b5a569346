import type { Block } from '../blocks/block.ts';
import type { PartContext } from '../ooxml/graphic-blocks.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { FieldStack } from './field-stack.ts';
import type { WordNumbering } from './word-numbering.ts';
import type { WordStyles } from './word-styles.ts';

/** Reads what the text refers to: notes with their mark, comments with who wrote them. */
export interface NoteReader {
  note: (
    context: WordContext,
    kind: 'footnote' | 'endnote',
    id: string | undefined,
    ownMark: string | undefined,
  ) => Block[];
  comment: (context: WordContext, id: string | undefined) => Block[];
}

/** What the readers of a document's pieces share. */
export interface WordContext extends PartContext {
  styles: WordStyles;
  numbering: WordNumbering;
  notes: NoteReader;
  fields: FieldStack;
  /** In headers and footers, there are no headings, and page numbers are left out. */
  isHeader: boolean;
  /** Properties of sections, in their order. */
  sections: XmlElement[];
  /** Blocks that stand for files that were inserted, by the paths of these. */
  insertedFiles: Map<Block, string>;
  /** In a table, what follows its paragraphs waits here for its end. */
  deferred: Block[] | undefined;
  /** Reads what is in a text box, a note or a cell. */
  blocksOf: (elements: readonly XmlElement[], context: WordContext) => Block[];
}
