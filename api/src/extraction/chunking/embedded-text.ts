import type { DocumentMetadata } from '@carrel/shared/contract';

import { addedTo, type ChunkMarks } from './chunk-change.ts';
import { estimatedTokens } from './estimated-tokens.ts';
import { isRowsLabel } from './table-rows.ts';

/** UTF-16 units of what stands before a chunk: of the title, and of it and the headings. */
const CONTEXT_MAX = { title: 100, all: 300 } as const;
/** Tokens of it, about: a script without spaces has one for each character. */
const CONTEXT_TOKENS = 96;
/** Lines of a chunk, and its UTF-16 units, in which its own headings are looked for. */
const OWN_LINES = { count: 6, length: 2000 } as const;

/** What of a chunk matters to its vector. */
export interface EmbeddedChunk {
  text: string;
  rendered?: string | undefined;
  headings?: readonly string[] | undefined;
  change?: ChunkMarks | undefined;
}

/** What a document is called. */
export interface NamedDocument {
  name: string;
  metadata?: DocumentMetadata | undefined;
}

/**
 * Returns what is embedded of a chunk: the title of its document and the headings above it, each a line, a blank line
 * and its text. What a template rendered is embedded as it is. Keywords and questions that people added follow.
 */
export function embeddedText(chunk: EmbeddedChunk, document: NamedDocument): string {
  const added = addedTo(chunk.change);
  const own = ownText(chunk, document);
  return added.length === 0 ? own : `${own}\n\n${added.join('\n')}`;
}

function ownText(
  { text, rendered, headings = [] }: EmbeddedChunk,
  document: NamedDocument,
): string {
  if (rendered !== undefined) return rendered;
  const start = text.slice(0, OWN_LINES.length).split('\n', 2 * OWN_LINES.count);
  const own = new Set(start.map((line) => line.trim()));
  const context = contextOf(headings, document, own);
  return context === '' ? text : `${context}\n\n${text}`;
}

/** Returns what is embedded before a chunk under these headings, without lines that it begins with. */
export function contextOf(
  headings: readonly string[],
  document: NamedDocument,
  own: ReadonlySet<string> = new Set(),
): string {
  const lines = [titleOf(document), ...headings.filter((heading) => !isRowsLabel(heading))];
  const [title, ...above] = lines.map((line) => line.trim());
  const isNew = (line: string, at: number) =>
    line !== '' && !own.has(line) && above[at + 1] !== line;
  const isTitleNew = title !== undefined && title !== '' && !own.has(title);
  const first = isTitleNew && !above.includes(title) ? [title] : [];
  return fitted(first, above.filter(isNew)).join('\n');
}

/** Of headings that are too long together, the innermost stay. */
function fitted(title: readonly string[], headings: readonly string[]): string[] {
  const kept: string[] = [];
  let [room, tokens] = [CONTEXT_MAX.all, CONTEXT_TOKENS];
  const lines = [...headings.toReversed(), ...title];
  for (const line of lines) {
    room -= line.length + 1;
    tokens -= estimatedTokens(line);
    if (room < 0 || tokens < 0) break;
    kept.unshift(line);
  }
  return kept;
}

/** Returns the title that a document has, or else its name as it is said: without extension, in words. */
function titleOf({ name, metadata = {} }: NamedDocument): string {
  const title = metadata['title'];
  const own = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
  if (own !== '') return shortened(own);
  const words = name
    .replace(/\.[^.\s]{1,10}$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim();
  // Numbers and identifiers say nothing about a text.
  return /\p{L}{3}|[\p{Ideographic}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(words)
    ? shortened(words)
    : '';
}

/** Not through a surrogate pair. */
const shortened = (line: string): string =>
  line
    .slice(0, CONTEXT_MAX.title)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
