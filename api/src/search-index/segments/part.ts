import { SEARCH_LANGUAGES, type SearchLanguage } from '@carrel/shared/contract';

import { compoundTails } from '../analysis/text/compound-tails.ts';
import { COMPOUNDING, STOP_WORDS } from '../analysis/languages/languages.ts';
import { tokensOf } from '../analysis/text/tokens.ts';
import { BlockWriter } from './block.ts';
import { ByteReader, ByteWriter } from './byte-buffer.ts';
import { PostingsWriter } from './postings.ts';
import { FOLDER_FIELD, NAME_FIELD, PLAIN_TERMS, TAIL } from './term-format.ts';

/** A chunk as the index reads it. */
export interface IndexedText {
  text: string;
  /** What a person would find it by as well: the headings above the chunk. */
  context: string;
}

/** A document as the index reads it. */
export interface IndexedDocumentText {
  chunks: readonly IndexedText[];
  /** Its file's name, and its title. */
  names: readonly string[];
  /** Its folders, with "/" between them. */
  folder: string;
}

/** The index of one document: its language, the lengths of its chunks, and one block of terms. */
export interface Part {
  /** Bits by the language's place in SEARCH_LANGUAGES, and PLAIN_TERMS. */
  languages: number;
  /** The language's place. */
  language: number;
  lengths: number[];
  block: Uint8Array;
}

const VERSION = 1;
/** Added to the language's place where terms are plain. */
const PLAIN = 64;

/** Returns the index of a document's chunks. The language matters to their lengths and to compounds alone. */
export function buildPart(
  { chunks, names, folder }: IndexedDocumentText,
  language: SearchLanguage,
): Uint8Array {
  const terms = new Map<string, PostingsWriter>();
  const contexts = new Map<string, ReadonlySet<string>>();
  const writer = new ByteWriter();
  writer.number(VERSION);
  writer.number(PLAIN + SEARCH_LANGUAGES.indexOf(language));
  writer.number(chunks.length);
  chunks.forEach(({ text, context }, number) => {
    const { counts, length } = countTerms(text, language);
    writer.number(length);
    let around = contexts.get(context);
    if (around === undefined) {
      around = new Set(countTerms(context, language).counts.keys());
      contexts.set(context, around);
    }
    for (const term of around) if (!counts.has(term)) counts.set(term, 1);
    if (number === 0) addFields(counts, names, folder);
    for (const [term, count] of counts) {
      let postings = terms.get(term);
      if (postings === undefined) {
        postings = new PostingsWriter();
        terms.set(term, postings);
      }
      postings.add(number, count);
    }
  });
  const block = new BlockWriter();
  for (const [term, { count, bytes }] of [...terms].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    block.add(term, count, bytes.view());
  }
  writer.bytes(block.take());
  return writer.copy();
}

/** How often each term is in a text, and how many words it has without stop words. */
function countTerms(
  text: string,
  language: SearchLanguage,
): { counts: Map<string, number>; length: number } {
  const stops = STOP_WORDS[language];
  const isCompounding = COMPOUNDING.has(language);
  const counts = new Map<string, number>();
  let length = 0;
  const add = (term: string) => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const { text: word, kind } of tokensOf(text)) {
    add(word);
    if (kind === 'gram' || (kind === 'word' && !stops.has(word))) length += 1;
    if (isCompounding && kind === 'word') for (const tail of compoundTails(word)) add(TAIL + tail);
  }
  return { counts, length };
}

function addFields(counts: Map<string, number>, names: readonly string[], folder: string): void {
  for (const { text } of tokensOf(names.join('\n'))) counts.set(NAME_FIELD + text, 1);
  for (const { text } of tokensOf(folder)) counts.set(FOLDER_FIELD + text, 1);
}

/** @throws {RangeError} for a format that this version does not know. */
export function decodePart(bytes: Uint8Array): Part {
  const reader = new ByteReader(bytes);
  if (reader.number() !== VERSION) throw new RangeError('Unknown format of a search index');
  const place = reader.number();
  const languages = place < PLAIN ? 2 ** place : PLAIN_TERMS | (2 ** (place - PLAIN));
  const lengths = Array.from({ length: reader.number() }, () => reader.number());
  return {
    languages,
    language: place % PLAIN,
    lengths,
    block: reader.bytes(bytes.length - reader.at),
  };
}
