import { decode } from 'iconv-lite';

import type { Block } from '../blocks/block.ts';
import type { Partitioned } from '../blocks/partitioned.ts';
import { codePageDecoder, codePageOfLanguage } from '../compound/code-pages.ts';
import type { CompoundFile } from '../compound/compound-file.ts';
import { summaryCodePage, summaryProperties } from '../compound/summary-properties.ts';
import { guessEncoding } from '../kinds/encodings/guess-encoding.ts';
import { isPageLine } from '../blocks/page-line.ts';
import { FieldStack } from '../word/field-stack.ts';
import { BinaryLists } from './binary-lists.ts';
import { BinaryStyles } from './binary-styles.ts';
import { blocksOfParagraphs } from './binary-blocks.ts';
import { positionsOf, type DocumentHeader, type StoryName } from './document-header.ts';
import { plainParagraph } from './paragraph-properties.ts';
import { runAt, type PropertyRun } from './property-pages.ts';
import type { StoryParagraph } from './story-paragraphs.ts';
import { checkLength, textPieces } from './text-pieces.ts';

const PLACE = { language: 6, textStart: 24, characters: 20, paragraphPages: 0xc0, pieces: 0x160 };
const MACINTOSH = { flag: 256, page: 10_000 };
const WESTERN = 1252;
/** Whether characters may have two bytes. */
const WIDE = 0x1000;
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
  const decodeUnits = decoderOf(file, main, text.units.subarray(...header.story('body')));
  const paragraphs = paragraphRuns(main);
  const context = { styles: new BinaryStyles(NOTHING), lists: new BinaryLists(NOTHING, NOTHING) };
  const said = new Set<string>();
  const blocks = STORIES.flatMap((story): Block[] => {
    const found = storyParagraphs(text, header.story(story), paragraphs, decodeUnits);
    return blocksOfParagraphs(found, context, story !== 'body').filter((block) => {
      if (story !== 'headers') return true;
      const isNew = !isPageLine(block.text) && !said.has(block.text);
      said.add(block.text);
      return isNew;
    });
  });
  return { blocks, properties: summaryProperties(file) };
}

/** Documents of any language may say that they are of Western Europe: their letters tell theirs. */
function decoderOf(
  file: CompoundFile,
  main: Buffer,
  body: OldText['units'],
): (units: OldText['units']) => string {
  if (body instanceof Uint16Array) return (units) => utf16Text(units);
  const isMac = main.readUInt16LE(PLACE.characters) === MACINTOSH.flag;
  const ofLanguage = codePageOfLanguage(main.readUInt16LE(PLACE.language));
  const named = ofLanguage === WESTERN ? (summaryCodePage(file) ?? WESTERN) : ofLanguage;
  const page = isMac ? MACINTOSH.page : named;
  const decodeBytes =
    page === WESTERN
      ? guessedDecoder(body.map((byte) => (byte < 32 ? 10 : byte)))
      : codePageDecoder(page);
  return (units) => decodeBytes(Buffer.from(units));
}

function guessedDecoder(lines: Uint8Array): (bytes: Uint8Array) => string {
  const name = guessEncoding(lines);
  return (bytes) => decode(Buffer.from(bytes), name);
}

function utf16Text(units: Buffer | Uint16Array): string {
  const bytes = Buffer.alloc(2 * units.length);
  for (const [at, unit] of units.entries()) bytes.writeUInt16LE(unit, 2 * at);
  return bytes.toString('utf16le');
}

/** The text as bytes of a code page, or in UTF-16, and where each of its pieces is in the file. */
interface OldText {
  units: Buffer | Uint16Array;
  pieces: { start: number; byte: number; size: number }[];
}

function textOf(main: Buffer): OldText {
  const isWide = (main.readUInt16LE(10) & WIDE) !== 0;
  const found = textPieces(structureAt(main, PLACE.pieces));
  const start = main.readUInt32LE(PLACE.textStart);
  if (found.length === 0 && !isWide) {
    return { units: main.subarray(start), pieces: [{ start: 0, byte: start, size: 1 }] };
  }
  checkLength(found, main);
  const parts: (Buffer | Uint16Array)[] = [];
  const pieces: OldText['pieces'] = [];
  let length = 0;
  for (const piece of found) {
    const size = isWide ? piece.size : 1;
    const end = piece.byte + size * (piece.end - piece.start);
    const bytes = main.subarray(piece.byte, end);
    const part = size === 1 ? bytes : unitsOf(bytes);
    pieces.push({ start: length, byte: piece.byte, size });
    parts.push(part);
    length += part.length;
  }
  const units = isWide ? new Uint16Array(length) : Buffer.alloc(length);
  for (const [at, part] of parts.entries()) units.set(part, pieces[at]?.start ?? 0);
  return { units, pieces };
}

function unitsOf(bytes: Buffer): Uint16Array {
  return Uint16Array.from({ length: bytes.length >> 1 }, (_, at) => bytes.readUInt16LE(2 * at));
}

function storyParagraphs(
  { units, pieces }: OldText,
  [start, end]: [number, number],
  runs: readonly PropertyRun[],
  decodeUnits: (units: OldText['units']) => string,
): StoryParagraph[] {
  const paragraphs: StoryParagraph[] = [];
  const fields = new FieldStack();
  const last = Math.min(end, units.length);
  let text = '';
  let from = start;
  let piece = 0;
  for (let at = start; at <= last; at += 1) {
    const byte = at === last ? 13 : (units[at] ?? 0);
    if (byte >= 32 || byte === 9) continue;
    const part = decodeUnits(units.subarray(from, at));
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
      const { start: first = 0, byte: place = 0, size = 1 } = pieces[piece] ?? {};
      const list = listAt(runs, place + (at - first) * size);
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
