import { EXACT } from '../analysis/terms.ts';
import { queryWords, type QueryWord } from '../analysis/query-words.ts';
import type { OpenIndexes } from './index-reader.ts';
import { blockOf, entriesWith, entryOf, type IndexedSegment } from './indexed-segment.ts';
import type { IndexKey } from './word-messages.ts';

/** An index that is open for a search. */
export interface OpenIndex {
  key: IndexKey;
  segment: IndexedSegment;
}

/** A term of a query's word, with its postings by index. */
export interface FoundTerm {
  /** The place of its word in the query. */
  word: number;
  weight: number;
  /** Chunks that have it. */
  count: number;
  postings: { index: number; bytes: Uint8Array }[];
}

/** Terms that a word in the course of being typed may become. */
const COMPLETIONS_MAX = 20;
/** Characters of such a word at least. */
const PREFIX_MIN = 3;
const COMPLETION_WEIGHT = 0.7;

/** Finds the words of a query in the indexes. What it lacks is noted in `open`. */
export function findWords(
  open: OpenIndexes,
  indexes: readonly OpenIndex[],
  query: string,
  languages: number,
): { words: QueryWord[]; terms: FoundTerm[] } {
  const words = queryWords(query, languages);
  const terms = words.flatMap((word, place) => {
    const found = word.terms.flatMap(({ term, weight }) =>
      findTerm(open, indexes, term, { word: place, weight: weight * word.count }),
    );
    const isComplete = found.length > 0 || !word.isLast || word.word.length < PREFIX_MIN;
    return isComplete ? found : completions(open, indexes, word.word, place);
  });
  return { words, terms };
}

type Place = Pick<FoundTerm, 'word' | 'weight'>;

function findTerm(
  open: OpenIndexes,
  indexes: readonly OpenIndex[],
  term: string,
  place: Place,
): FoundTerm[] {
  const found: FoundTerm = { ...place, count: 0, postings: [] };
  indexes.forEach(({ key, segment }, index) => {
    const number = blockOf(segment, term);
    const block = number < 0 ? undefined : open.block(key, segment, number);
    const entry = block && entryOf(block, term);
    if (entry === undefined) return;
    found.count += entry.count;
    found.postings.push({ index, bytes: entry.postings });
  });
  return found.count === 0 ? [] : [found];
}

/** The most frequent words that begin like this one. */
function completions(
  open: OpenIndexes,
  indexes: readonly OpenIndex[],
  prefix: string,
  word: number,
): FoundTerm[] {
  const byTerm = new Map<string, FoundTerm>();
  for (const beginning of [prefix, EXACT + prefix]) {
    indexes.forEach(({ key, segment }, index) => {
      const last = blockOf(segment, `${beginning}\uffff`);
      for (let number = Math.max(0, blockOf(segment, beginning)); number <= last; number += 1) {
        const block = open.block(key, segment, number);
        if (block === undefined) continue;
        for (const { term, count, postings } of entriesWith(block, beginning)) {
          const found = byTerm.get(term) ?? {
            word,
            weight: COMPLETION_WEIGHT,
            count: 0,
            postings: [],
          };
          found.count += count;
          found.postings.push({ index, bytes: postings });
          byTerm.set(term, found);
        }
      }
    });
  }
  return [...byTerm.values()].toSorted((a, b) => b.count - a.count).slice(0, COMPLETIONS_MAX);
}
