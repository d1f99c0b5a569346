import { extentOf, newTextOf, type TokenRoom } from './chunk-extent.ts';
import type { ChunkTokens } from './chunk-tokens.ts';
import { tableBefore, tablesOf, type TableRows } from './table-rows.ts';

/** A block of text as the splitter sees it; a heading belongs to what follows it. */
export interface TextBlock {
  kind: string;
  text: string;
  page?: number;
}

export interface ChunkSettings {
  /** Characters (UTF-16 units) of the longest chunk. */
  size: number;
  /** Characters that a chunk repeats of the one before; smaller than `size`. */
  overlap: number;
  /** What the model reads of a chunk and its headings; absent where the dataset has a size of its own. */
  tokens?: ChunkTokens;
}

/** Preference for cutting at a place, best last. */
const RANK = { word: 1, sentence: 2, line: 3, block: 4, heading: 5 } as const;

interface Cut {
  at: number;
  rank: number;
}

/** A chunk's place in a text: UTF-16 units from its start, `end` excluded. */
export interface ChunkRange {
  start: number;
  end: number;
}

/** A chunk that starts within a table repeats the headings of its columns, as `heading`, before its text. */
export interface HeadedRange extends ChunkRange {
  heading?: string;
}

/** Returns the text of a chunk. */
export function textOf(text: string, { start, end, heading }: HeadedRange): string {
  const own = text.slice(start, end);
  return heading === undefined ? own : `${heading}\n${own}`;
}

interface ChunkedText {
  /** The whole text of the document: its blocks with a blank line between them. */
  text: string;
  /** Where each block starts in it. */
  starts: number[];
  /** Where the chunks are in it, without the white space around them. */
  ranges: HeadedRange[];
}

/**
 * Splits a document along its headings and paragraphs into chunks of at most `size` characters.
 * A chunk that must end inside a paragraph ends after a sentence, else a word, else a grapheme, and the
 * next one repeats up to `overlap` characters. Nothing is repeated across a heading.
 * A table is cut between rows, of which none is repeated, and the headings of its columns are in each chunk:
 * in at most half of it, where they are long each of them cut, and left out where there are too many.
 * With `roomOf`, chunks are as short as a model's tokens demand, and what they repeat is shorter to the same degree.
 */
export function chunkRanges(
  blocks: readonly TextBlock[],
  { size, overlap }: Pick<ChunkSettings, 'size' | 'overlap'>,
  roomOf?: (starts: readonly number[]) => TokenRoom,
): ChunkedText {
  const { text, starts, boundaries } = joinBlocks(blocks);
  const tables = tablesOf(blocks, starts);
  const ranges: HeadedRange[] = [];
  const limits = { size, tables, tokens: roomOf?.(starts) };
  let start = skipSpace(text, 0);
  // The start of the text that is in no chunk yet; before it, a chunk only repeats.
  let fresh = start;
  let boundary = 0;
  while (start < text.length) {
    while ((boundaries[boundary]?.at ?? Infinity) <= fresh) boundary += 1;
    let extent = extentOf(text, start, limits);
    // What is repeated, and white space after it, may leave no room for new text.
    if (start < fresh && extent.limit < fresh + newTextOf(extent.length)) {
      start = fresh;
      extent = extentOf(text, start, limits);
    }
    const { heading, limit, length } = extent;
    const cut = findEnd(text, { start, fresh, limit }, { boundaries, from: boundary, tables });
    const end = start + text.slice(start, cut.at).trimEnd().length;
    ranges.push({ start, end, ...(heading !== '' && { heading }) });
    fresh = skipSpace(text, cut.at);
    const table = tableBefore(tables, cut.at);
    const repeats =
      cut.rank < RANK.heading && fresh < text.length && table?.isCutAt(cut.at) !== true;
    const repeatMax = Math.min(Math.floor((overlap * length) / size), length - newTextOf(length));
    start = repeats ? findOverlap(text, start, cut.at, repeatMax) : fresh;
    // Rows are not repeated.
    if (table !== undefined && start < table.end) {
      start = Math.min(fresh, skipSpace(text, table.end));
    }
  }
  return { text, starts, ranges };
}

/** Returns the whole text of a document, where each block starts in it, and where it may be cut between them. */
export function joinBlocks(blocks: readonly Pick<TextBlock, 'kind' | 'text'>[]): {
  text: string;
  starts: number[];
  boundaries: Cut[];
} {
  const boundaries: Cut[] = [];
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  let afterHeading = false;
  for (const { kind, text } of blocks) {
    if (length > 0) {
      parts.push('\n\n');
      length += 2;
      const isHeading = kind === 'heading';
      // A heading stays with the block after it.
      const rank = afterHeading ? RANK.word : isHeading ? RANK.heading : RANK.block;
      boundaries.push({ at: length, rank });
    }
    starts.push(length);
    parts.push(text);
    length += text.length;
    afterHeading = kind === 'heading';
  }
  return { text: parts.join(''), starts, boundaries };
}

/** A chunk begins at `start`, contains text from `fresh` on, and ends at `limit` at the latest. */
interface Span {
  start: number;
  fresh: number;
  limit: number;
}

interface Places {
  boundaries: readonly Cut[];
  /** The first boundary after text that is in a chunk already. */
  from: number;
  tables: readonly TableRows[];
}

/** Returns the last cut of the best rank in the second half of the possible chunk. */
function findEnd(text: string, span: Span, { boundaries, from, tables }: Places): Cut {
  const { start, fresh, limit } = span;
  if (limit >= text.length) return { at: text.length, rank: RANK.heading };
  const least = Math.max(start + Math.ceil((limit - start) / 2), fresh + 1);
  let best: Cut | undefined;
  let last: Cut | undefined;
  for (let index = from; (boundaries[index]?.at ?? Infinity) <= limit; index += 1) {
    const cut = boundaries[index];
    last = cut;
    if (cut !== undefined && cut.at >= least && cut.rank >= (best?.rank ?? RANK.block)) best = cut;
  }
  if (best !== undefined) return best;
  const table = tableBefore(tables, limit);
  const followsHeading = last?.at === table?.start && last?.rank === RANK.word;
  return (
    (table?.isCutAt(limit) === true
      ? findEndInTable(text, span, { table, followsHeading })
      : undefined) ??
    findEndInText(text, least, limit) ?? { at: graphemeEnd(text, fresh, limit), rank: 0 }
  );
}

/** Returns the end of the last whole row, or else of the last cell. A row goes into the next chunk rather than in two. */
function findEndInTable(
  text: string,
  { fresh, limit }: Span,
  { table, followsHeading }: { table: TableRows; followsHeading: boolean },
): Cut | undefined {
  const from = Math.max(fresh, table.body) + 1;
  const row = text.slice(from, limit + 1).lastIndexOf('\n');
  if (row >= 0) return { at: from + row, rank: RANK.line };
  if (table.start > fresh && !followsHeading) return { at: table.start, rank: RANK.block };
  const least = fresh + Math.ceil((limit - fresh) / 2);
  const cell = text.slice(least, limit).lastIndexOf(' | ');
  return cell < 0 ? undefined : { at: least + cell + 2, rank: RANK.word };
}

function findEndInText(text: string, least: number, limit: number): Cut | undefined {
  // Not in the whole text, which may be a single line.
  const line = text.slice(least, limit).lastIndexOf('\n');
  if (line >= 0) return { at: least + line, rank: RANK.line };
  const sentence = lastBreak(text, least, limit, SENTENCE_END);
  if (sentence !== undefined) return { at: sentence, rank: RANK.sentence };
  const word = lastBreak(text, least, limit, /\s+/g);
  return word === undefined ? undefined : { at: word, rank: RANK.word };
}

const SENTENCE_END =
  /[.!?\u2026]["'\u2019\u201d)\]]*(?=\s)|[\u3002\uff01\uff1f]["'\u300d\u300f\u201d]*/g;

/** Returns the end of the last match that ends within the span; for white space, its beginning. */
function lastBreak(
  text: string,
  least: number,
  limit: number,
  pattern: RegExp,
): number | undefined {
  let last: number | undefined;
  for (const match of text.slice(least - 1, limit + 1).matchAll(pattern)) {
    const at = least - 1 + match.index + match[0].trimEnd().length;
    if (at >= least && at <= limit) last = at;
  }
  return last;
}

/** Returns where the next chunk starts: at most `overlap` characters back, at a sentence or a word. */
function findOverlap(text: string, start: number, end: number, overlap: number): number {
  const from = Math.max(end - overlap, start + 1);
  if (from >= end) return skipSpace(text, end);
  const tail = text.slice(from, end);
  const sentence = tail.search(/(?<=[.!?\u2026]["'\u2019\u201d)\]]*\s+|[\u3002\uff01\uff1f]|\n)\S/);
  const at = sentence >= 0 && sentence < tail.length * 0.75 ? sentence : tail.search(/(?<=\s)\S/);
  // In one long word, or a script without spaces, any boundary of graphemes will do.
  return skipSpace(text, at >= 0 ? from + at : Math.min(nextGrapheme(text, from), end));
}

/** The space before the bar of an empty first cell stays. */
function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) {
    if (text.startsWith(' | ', at) && (at === 0 || text[at - 1] === '\n')) break;
    at += 1;
  }
  return at;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Characters before a place that determine where its grapheme begins. */
const CONTEXT = 64;

/** Returns the last end of a grapheme up to `limit`. A grapheme longer than a chunk is cut between code points. */
function graphemeEnd(text: string, start: number, limit: number): number {
  const from = wholeCodePoint(text, Math.max(start, limit - CONTEXT));
  const window = text.slice(from, limit + CONTEXT);
  const begins = from + (graphemes.segment(window).containing(limit - from)?.index ?? 0);
  if (begins > start && begins > from) return begins;
  const whole = wholeCodePoint(text, limit);
  return whole > start ? whole : limit + 1;
}

function nextGrapheme(text: string, from: number): number {
  const back = wholeCodePoint(text, Math.max(0, from - CONTEXT));
  const segment = graphemes.segment(text.slice(back, from + CONTEXT)).containing(from - back);
  if (segment === undefined || back + segment.index === from) return from;
  return back + segment.index + segment.segment.length;
}

/** Moves back from between the halves of a surrogate pair. */
function wholeCodePoint(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
