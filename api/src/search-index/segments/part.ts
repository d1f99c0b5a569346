import { SEARCH_LANGUAGES, type SearchLanguage } from '@carrel/shared/contract';

import { countTerms, type TextTerms } from '../analysis/terms.ts';
import { BlockWriter } from './block.ts';
import { ByteReader, ByteWriter } from './byte-buffer.ts';
import { PostingsWriter } from './postings.ts';

/** A chunk as the index reads it. */
export interface IndexedText {
  text: string;
  /** What a person would find it by as well: the document's name, and the headings above the chunk. */
  context: string;
}

/** The index of one document: its language, the lengths of its chunks, and one block of terms. */
export interface Part {
  /** A bit by the language's place in SEARCH_LANGUAGES. */
  languages: number;
  lengths: number[];
  block: Uint8Array;
}

const VERSION = 1;

/** Returns the index of a document's chunks. */
export function buildPart(chunks: readonly IndexedText[], language: SearchLanguage): Uint8Array {
  const terms = new Map<string, PostingsWriter>();
  const contexts = new Map<string, TextTerms>();
  const writer = new ByteWriter();
  writer.number(VERSION);
  writer.number(SEARCH_LANGUAGES.indexOf(language));
  writer.number(chunks.length);
  chunks.forEach(({ text, context }, number) => {
    const { counts, length } = countTerms(text, language);
    writer.number(length);
    let around = contexts.get(context);
    if (around === undefined) {
      around = countTerms(context, language);
      contexts.set(context, around);
    }
    for (const term of around.counts.keys()) if (!counts.has(term)) counts.set(term, 1);
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

/** @throws {RangeError} for a format that this version does not know. */
export function decodePart(bytes: Uint8Array): Part {
  const reader = new ByteReader(bytes);
  if (reader.number() !== VERSION) throw new RangeError('Unknown format of a search index');
  const languages = 2 ** reader.number();
  const lengths = Array.from({ length: reader.number() }, () => reader.number());
  return { languages, lengths, block: reader.bytes(bytes.length - reader.at) };
}
