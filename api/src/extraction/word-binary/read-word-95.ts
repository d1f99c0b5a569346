import { TEXT_MAX, type Block } from '../blocks/block.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { codePageDecoder, codePageOfLanguage } from '../compound/code-pages.ts';
import type { CompoundFile } from '../compound/compound-file.ts';
import { summaryCodePage, summaryProperties } from '../compound/summary-properties.ts';
import { isPageLine } from '../word/word-headers.ts';
import { FieldStack } from '../word/field-stack.ts';
import { BinaryLists } from './binary-lists.ts';
import { BinaryStyles } from './binary-styles.ts';
import { blocksOfParagraphs } from './binary-blocks.ts';
import { positionsOf, type DocumentHeader, type StoryName } from './document-header.ts';
import { plainParagraph } from './paragraph-properties.ts';
import { runAt, type PropertyRun } from './property-pages.ts';
import type { StoryParagraph } from './story-paragraphs.ts';
import { textPieces } from './text-pieces.ts';

const PLACE = { language: 6, textStart: 24, characters: 20, paragraphPages: 0xc0, pieces: 0x160 };
const MACINTOSH = { flag: 256, page: 10_000 };
const IN_PIECES = 4;
const PAGE = 512;
/** Bytes of a paragraph's place on its page. */
const ITEM_BYTES = 7;
const NOTHING = Buffer.alloc(0);
/** The changes of the marks that end a row: it is in a table, and ends a row. */
const IN_TABLE = Buffer.from([24, 1]);
const ROW_END = Buffer.from([24, 1, 25, 1]);
const STORIES: StoryName[] = ['body', 'footnotes', 'endnotes', 'comments', 'textBoxes', 'headers'];

/** Reads a document of Word 6 or 95: its text with tables, and after it its notes, text boxes and headers. */
export function readWord95(file: CompoundFile, header: DocumentHeader): Partitioned {
  const { main } = header;
  const text = textOf(main);
  const isMac = main.readUInt16LE(PLACE.characters) === MACINTOSH.flag;
  const page = isMac
    ? MACINTOSH.page
    : (summaryCodePage(file) ?? codePageOfLanguage(main.readUInt16LE(PLACE.language)));
  const decode = codePageDecoder(page);
  const paragraphs = paragraphRuns(main);
  const context = { styles: new BinaryStyles(NOTHING), lists: new BinaryLists(NOTHING, NOTHING) };
  const said = new Set<string>();
  const blocks = STORIES.flatMap((story): Block[] => {
    const found = storyParagraphs(text, header.story(story), paragraphs, decode);
    return blocksOfParagraphs(found, context, story !== 'body').filter((block) => {
      if (story !== 'headers') return true;
      const isNew = !isPageLine(block.text) && !said.has(block.text);
      said.add(block.text);
      return isNew;
    });
  });
  return { blocks, properties: summaryProperties(file) };
}

/** The bytes of the text, and where each of its pieces is in the file. */
interface OldText {
  bytes: Buffer;
  pieces: { start: number; byte: number }[];
}

function textOf(main: Buffer): OldText {
  const start = main.readUInt32LE(PLACE.textStart);
  if ((main.readUInt16LE(10) & IN_PIECES) === 0) {
    return { bytes: main.subarray(start), pieces: [{ start: 0, byte: start }] };
  }
  const parts: Buffer[] = [];
  const pieces: OldText['pieces'] = [];
  let length = 0;
  for (const piece of textPieces(structureAt(main, PLACE.pieces))) {
    const part = main.subarray(piece.byte, piece.byte + piece.end - piece.start);
    pieces.push({ start: length, byte: piece.byte });
    parts.push(part);
    length += part.length;
    if (length > TEXT_MAX) throw new UnreadableDocument(reasons.tooMuchText());
  }
  return { bytes: Buffer.concat(parts), pieces };
}

function storyParagraphs(
  { bytes, pieces }: OldText,
  [start, end]: [number, number],
  runs: readonly PropertyRun[],
  decode: (bytes: Uint8Array) => string,
): StoryParagraph[] {
  const paragraphs: StoryParagraph[] = [];
  const fields = new FieldStack();
  const last = Math.min(end, bytes.length);
  let text = '';
  let from = start;
  let piece = 0;
  for (let at = start; at <= last; at += 1) {
    const byte = at === last ? 13 : (bytes[at] ?? 0);
    if (byte >= 32 || byte === 9) continue;
    const part = decode(bytes.subarray(from, at));
    fields.instruct(part);
    if (!fields.isSilent(false)) text += part;
    from = at + 1;
    if (byte === 19) fields.begin(undefined);
    else if (byte === 20) fields.separate();
    else if (byte === 21) text += fields.end();
    else if (byte === 11 || byte === 14) text += '\n';
    else if (byte === 30) text += '-';
    else if (byte === 7 || byte === 12 || byte === 13) {
      while ((pieces[piece + 1]?.start ?? Infinity) <= at) piece += 1;
      const { start: first = 0, byte: place = 0 } = pieces[piece] ?? {};
      const list = listAt(runs, place + at - first);
      const properties = plainParagraph(0);
      properties.depth = byte === 7 || list.includes(IN_TABLE) ? 1 : 0;
      properties.isRowEnd = byte === 7 && list.includes(ROW_END);
      paragraphs.push({ text, properties, endsCell: byte === 7, after: [] });
      text = '';
      fields.endParagraph();
    }
  }
  return paragraphs;
}

function listAt(runs: readonly PropertyRun[], byte: number): Buffer {
  const run = runs[runAt(runs, byte)];
  return run === undefined || run.start > byte ? NOTHING : run.list;
}

function paragraphRuns(main: Buffer): PropertyRun[] {
  const pages = positionsOf(structureAt(main, PLACE.paragraphPages), 2).items;
  return [...new Set(pages.map((item) => item.readUInt16LE(0)))]
    .flatMap((number): PropertyRun[] => {
      const page = main.subarray(number * PAGE, (number + 1) * PAGE);
      const count = page.length < PAGE ? 0 : page.readUInt8(PAGE - 1);
      return Array.from({ length: count }, (_, at): PropertyRun[] => {
        const place = 4 * (count + 1) + ITEM_BYTES * at;
        if (place >= PAGE) return [];
        const offset = 2 * page.readUInt8(place);
        const size = offset === 0 ? 0 : 2 * page.readUInt8(offset);
        return [
          {
            start: page.readUInt32LE(4 * at),
            end: page.readUInt32LE(4 * at + 4),
            style: undefined,
            list: page.subarray(offset + 1, offset + 1 + size),
          },
        ];
      }).flat();
    })
    .toSorted((a, b) => a.start - b.start);
}

function structureAt(main: Buffer, place: number): Buffer {
  const start = main.readUInt32LE(place);
  return main.subarray(start, start + main.readUInt32LE(place + 4));
}
