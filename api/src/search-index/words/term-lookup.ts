import { legacyTerms } from '../analysis/languages/legacy-terms.ts';
import { editDistance, editsAllowed } from '../analysis/query/nearest-word.ts';
import { languagesOfBits, type QueryWord } from '../analysis/query/query-words.ts';
import { NAME_FIELD, PLAIN_TERMS, TAIL } from '../segments/term-format.ts';
import type { OpenIndexes } from './index-reader.ts';
import { blockOf, entriesWith, entryOf, type IndexedSegment } from './indexed-segment.ts';
import type { IndexKey } from './word-messages.ts';

/** An index that is open for a search. */
export interface OpenIndex {
  key: IndexKey;
  segment: IndexedSegment;
}

/** A term of an index that stands for a word, and how much it counts as. */
export interface Posting {
  index: number;
  weight: number;
  /** Chunks that have it. */
  count: number;
  bytes: Uint8Array;
}

/** Terms that a word in the course of being typed may become. */
const COMPLETIONS_MAX = 20;
const COMPLETION_WEIGHT = 0.7;
/** Terms that are looked at for the forms of one word in one index. */
const SCANNED_MAX = 4000;
const TAIL_WEIGHT = 0.4;

/** A mistake in the first two letters is rare: one of them, or both in the other order, is looked for as well. */
const beginningsNear = ([first = '', second = '', third = '']: string): string[] => [
  ...new Set([first + second, second + first, first + third]),
];

/** Looks up terms in all indexes of a search. */
export class TermLookup {
  readonly #open: OpenIndexes;
  readonly #indexes: readonly OpenIndex[];

  constructor(open: OpenIndexes, indexes: readonly OpenIndex[]) {
    this.#open = open;
    this.#indexes = indexes;
  }

  /** The postings of one term. */
  term(term: string, weight = 1): Posting[] {
    return this.#plain().flatMap(({ key, segment, index }) =>
      this.#termOf(key, segment, index, term, weight),
    );
  }

  /** The postings of a word in all its forms. */
  forms({ word, forms }: Pick<QueryWord, 'word' | 'forms'>, field = ''): Posting[] {
    if (forms === undefined) return [];
    const { beginnings, tails, weightOf } = forms;
    if (beginnings.length === 0) return this.term(field + word);
    return this.#plain().flatMap(({ key, segment, index }) => {
      const found: Posting[] = [];
      const add = (beginning: string, weighed: (term: string) => number) => {
        let scanned = 0;
        for (const { term, count, postings } of this.#entries(key, segment, beginning)) {
          const weight = weighed(term);
          if (weight > 0) found.push({ index, weight, count, bytes: postings });
          if ((scanned += 1) === SCANNED_MAX) return;
        }
      };
      for (const beginning of beginnings)
        add(field + beginning, (term) => weightOf(term.slice(field.length)));
      if (field === '') for (const tail of tails) add(TAIL + tail, () => TAIL_WEIGHT);
      return found;
    });
  }

  named(word: QueryWord, field: string): Posting[] {
    const variants = [...word.variants, ...word.grams].flatMap((term) => this.term(field + term));
    const own = word.forms === undefined ? this.term(field + word.word) : this.forms(word, field);
    return [...own, ...variants];
  }

  /** The most frequent words that begin like this one. */
  completions(prefix: string, field = ''): Posting[] {
    const byTerm = new Map<string, { count: number; postings: Posting[] }>();
    this.#plain().forEach(({ key, segment, index }) => {
      for (const { term, count, postings } of this.#entries(key, segment, field + prefix)) {
        const found = byTerm.get(term) ?? { count: 0, postings: [] };
        found.count += count;
        found.postings.push({ index, weight: COMPLETION_WEIGHT, count, bytes: postings });
        byTerm.set(term, found);
      }
    });
    return [...byTerm.values()]
      .toSorted((a, b) => b.count - a.count)
      .slice(0, COMPLETIONS_MAX)
      .flatMap(({ postings }) => postings);
  }

  /** The word in the documents or their names that a word was meant to be: the fewest edits, then the most frequent. */
  nearest(word: string): string | undefined {
    const most = editsAllowed(word);
    if (most === 0 || !/^\p{L}+$/u.test(word)) return undefined;
    const near = new Map<string, { edits: number; count: number }>();
    for (const { key, segment } of this.#plain()) {
      for (const field of ['', NAME_FIELD]) {
        for (const beginning of beginningsNear(word)) {
          for (const { term, count } of this.#entries(key, segment, field + beginning)) {
            const other = term.slice(field.length);
            const edits = editDistance(word, other, most);
            if (edits > most || edits === 0) continue;
            const known = near.get(other);
            near.set(other, { edits, count: (known?.count ?? 0) + count });
          }
        }
      }
    }
    const [best] = [...near].toSorted(([, a], [, b]) => a.edits - b.edits || b.count - a.count);
    return best?.[0];
  }

  /** The postings of a word in indexes of an earlier version, which have stems of each language. */
  legacy({ word }: QueryWord): Posting[] {
    return this.#indexes.flatMap(({ key, segment }, index) => {
      if ((segment.languages & PLAIN_TERMS) !== 0) return [];
      return legacyTerms(word, languagesOfBits(segment.languages)).flatMap(({ term, weight }) =>
        this.#termOf(key, segment, index, term, weight),
      );
    });
  }

  #plain() {
    return this.#indexes.flatMap(({ key, segment }, index) =>
      (segment.languages & PLAIN_TERMS) === 0 ? [] : [{ key, segment, index }],
    );
  }

  #termOf(
    key: IndexKey,
    segment: IndexedSegment,
    index: number,
    term: string,
    weight: number,
  ): Posting[] {
    const number = blockOf(segment, term);
    const block = number < 0 ? undefined : this.#open.block(key, segment, number);
    const entry = block && entryOf(block, term);
    return entry === undefined
      ? []
      : [{ index, weight, count: entry.count, bytes: entry.postings }];
  }

  *#entries(key: IndexKey, segment: IndexedSegment, beginning: string) {
    const last = blockOf(segment, `${beginning}\uffff`);
    for (let number = Math.max(0, blockOf(segment, beginning)); number <= last; number += 1) {
      const block = this.#open.block(key, segment, number);
      if (block !== undefined) yield* entriesWith(block, beginning);
    }
  }
}
