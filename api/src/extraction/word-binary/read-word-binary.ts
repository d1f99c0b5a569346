import { TEXT_MAX } from '../blocks/block.ts';
import { Omissions } from '../blocks/omissions.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { CompoundFile } from '../compound/compound-file.ts';
import { summaryProperties } from '../compound/summary-properties.ts';
import { blocksOfText } from './binary-blocks.ts';
import { headerBlocks } from './binary-headers.ts';
import { BinaryLists } from './binary-lists.ts';
import { BinaryStyles } from './binary-styles.ts';
import { fontNames } from './character-properties.ts';
import { DocumentHeader } from './document-header.ts';
import { propertyRuns } from './property-pages.ts';
import { readWord95 } from './read-word-95.ts';
import { checkLength, textPieces } from './text-pieces.ts';
import { TextReferences } from './text-references.ts';
import type { BinaryContext } from './word-context.ts';

/** Reads a document of Word 6 to 2003 as it is shown, with its notes, comments, text boxes, headers and footers. */
export function readWordBinary(bytes: Uint8Array): Partitioned {
  const file = new CompoundFile(bytes);
  const header = new DocumentHeader(file);
  if (header.isBefore97) return readWord95(file, header);
  const { main, data } = header;
  const references = new TextReferences(header);
  const context: BinaryContext = {
    main,
    data,
    pieces: textPieces(header.structure('pieces')),
    characters: propertyRuns(main, header.structure('characterPages'), 'character'),
    paragraphs: propertyRuns(main, header.structure('paragraphPages'), 'paragraph'),
    styles: new BinaryStyles(header.structure('styles')),
    lists: new BinaryLists(header.structureAndRest('lists'), header.structure('listOverrides')),
    fonts: fontNames(header.structure('fonts')),
    omitted: new Omissions(),
    references,
    left: 2 * TEXT_MAX,
    blocksOf: blocksOfText,
  };
  checkLength(context.pieces, main);
  const [start, end] = header.story('body');
  const body = blocksOfText(context, start, end, false);
  const blocks = [
    ...headerBlocks(context, header, 'header'),
    ...body,
    ...references.others(context),
    ...headerBlocks(context, header, 'footer'),
  ];
  return { blocks, properties: summaryProperties(file), omitted: context.omitted.list() };
}
