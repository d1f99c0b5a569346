import { bitsOfLanguages } from '../analysis/query/query-words.ts';
import { BestScores } from '../best-scores.ts';
import { eachPosting } from '../segments/postings.ts';
import { findWords, type FoundGroup, type FoundWords } from './find-words.ts';
import { suggestQuery } from './suggest-query.ts';
import type { OpenIndex, Posting } from './term-lookup.ts';
import { PLAIN_TERMS } from '../segments/term-format.ts';
import type { OpenIndexes } from './index-reader.ts';
import { documentOf, uuidAt, type IndexedSegment } from './indexed-segment.ts';
import { isChunkAllowed } from './allowed-chunks.ts';
import type { WordCandidate, WordResults, WordSearch } from './word-messages.ts';

/** The parameters of BM25 as Robertson and Zaragoza give them (2009). */
const K1 = 1.2;
const B = 0.75;

/** Ranks the chunks that have words of a query by BM25. Undefined where `open` lacks something. */
export function rankWords(open: OpenIndexes, search: WordSearch): WordResults | undefined {
  const indexes: OpenIndex[] = [];
  for (const key of search.indexes) {
    const segment = open.segment(key);
    if (segment !== undefined) indexes.push({ key, segment });
  }
  if (!open.isComplete) return undefined;
  const found = findWords(open, indexes, search.query);
  const { words, groups } = found;
  const suggestion =
    search.suggest !== undefined && open.isComplete
      ? suggestQuery(open, indexes, search, found)
      : undefined;
  if (!open.isComplete) return undefined;

  const segments = indexes.map(({ segment }) => segment);
  const collection = collectionOf(segments);
  const { top, matched } = rank(segments, found, collection, search);
  const candidates = top.map(({ index, chunk, score }) =>
    candidateOf(segments, index, chunk, score),
  );
  if (search.explain) {
    explain(segments, groups, collection, top, (at, word, weight) => {
      candidates[at]?.words.push({ word: words[word]?.word ?? '', weight });
    });
  }
  return {
    candidates,
    matched,
    documents: collection.documents,
    chunks: collection.chunks,
    words: words.filter(({ joins }) => joins === undefined).map(({ word }) => word),
    languages: bitsOfLanguages(found.languages),
    isStopWordsOnly: found.isStopWordsOnly,
    suggestion,
  };
}

interface Collection {
  documents: number;
  chunks: number;
  averageLength: number;
}

function collectionOf(segments: readonly IndexedSegment[]): Collection {
  const chunks = segments.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const words = segments.reduce((sum, { totalLength }) => sum + totalLength, 0);
  const documents = segments.reduce((sum, { starts }) => sum + starts.length - 1, 0);
  return { documents, chunks, averageLength: Math.max(1, words / Math.max(1, chunks)) };
}

/** Calls `add` with what a group of terms adds to the score of each chunk that has one of them. */
function eachScore(
  segments: readonly IndexedSegment[],
  { weight, postings, isOfDocuments }: FoundGroup,
  { chunks, documents, averageLength }: Collection,
  add: (index: number, chunk: number, score: number) => void,
): void {
  const perIndex = [...Map.groupBy(postings, ({ index }) => index)].map(([index, own]) =>
    frequenciesOf(index, own, segments[index]?.lengths.length ?? 0),
  );
  const count = perIndex.reduce((sum, found) => sum + found.count, 0);
  const all = isOfDocuments ? documents : chunks;
  const idf = Math.log(1 + Math.max(0, all - count + 0.5) / (count + 0.5));
  const factor = weight * idf * (K1 + 1);
  const perWord = (K1 * B) / averageLength;
  const base = K1 * (1 - B);
  for (const { index, each } of perIndex) {
    const segment = segments[index];
    if (segment === undefined) continue;
    const { lengths, starts } = segment;
    if (isOfDocuments) {
      each((first, frequency) => {
        const score = weight * idf * Math.min(1, frequency);
        const end = starts[documentOf(segment, first) + 1] ?? 0;
        for (let chunk = first; chunk < end; chunk += 1) add(index, chunk, score);
      });
    } else {
      each((chunk, frequency) => {
        const norm = base + perWord * (lengths[chunk] ?? 0);
        add(index, chunk, (factor * frequency) / (frequency + norm));
      });
    }
  }
}

interface Frequencies {
  index: number;
  /** Chunks that have one of the terms. */
  count: number;
  each: (visit: (chunk: number, frequency: number) => void) => void;
}

/** Adds up how often each chunk of an index has the terms of a group. */
function frequenciesOf(index: number, postings: readonly Posting[], chunks: number): Frequencies {
  const [only, ...others] = postings;
  if (only !== undefined && others.length === 0) {
    const { weight, bytes, count } = only;
    const each: Frequencies['each'] = (visit) =>
      eachPosting(bytes, (chunk, frequency) => visit(chunk, weight * frequency));
    return { index, count, each };
  }
  const frequencies = new Float32Array(chunks);
  const having = new Uint32Array(postings.reduce((sum, { count }) => sum + count, 0));
  let count = 0;
  for (const { weight, bytes } of postings) {
    eachPosting(bytes, (chunk, frequency) => {
      const before = frequencies[chunk] ?? 0;
      if (before === 0) having[count++] = chunk;
      frequencies[chunk] = before + weight * frequency;
    });
  }
  const each: Frequencies['each'] = (visit) => {
    for (let at = 0; at < count; at += 1) {
      const chunk = having[at] ?? 0;
      visit(chunk, frequencies[chunk] ?? 0);
    }
  };
  return { index, count, each };
}

interface Ranked {
  index: number;
  chunk: number;
  score: number;
}

function rank(
  segments: readonly IndexedSegment[],
  { groups, required, excluded }: FoundWords,
  collection: Collection,
  { limit, documentIds }: WordSearch,
): { top: Ranked[]; matched: number } {
  const scores = segments.map(() => undefined as Float32Array | undefined);
  for (const group of groups) {
    eachScore(segments, group, collection, (index, chunk, score) => {
      const own = (scores[index] ??= new Float32Array(segments[index]?.lengths.length ?? 0));
      own[chunk] = (own[chunk] ?? 0) + score;
    });
  }
  const best = new BestScores<{ index: number; chunk: number }>(limit);
  let matched = 0;
  segments.forEach((segment, index) => {
    const own = scores[index];
    if (own === undefined) return;
    const isAllowed = isChunkAllowed(segment, documentIds);
    const isEligible = eligibleChunks(segment, index, required, excluded);
    for (let chunk = 0; chunk < own.length; chunk += 1) {
      const score = own[chunk] ?? 0;
      if (score > 0 && isEligible(chunk) && isAllowed(chunk)) {
        matched += 1;
        if (score > best.threshold) best.add(score, { index, chunk });
      }
    }
  });
  return {
    top: best.sorted().map(({ score, item: { index, chunk } }) => ({ index, chunk, score })),
    matched,
  };
}

/** Returns whether a chunk has all words of the phrases, and none that is excluded. */
function eligibleChunks(
  { lengths, languages }: IndexedSegment,
  index: number,
  required: readonly (readonly Posting[])[],
  excluded: readonly Posting[],
): (chunk: number) => boolean {
  // Indexes of an earlier version lack words of phrases: the texts tell.
  const isPlain = (languages & PLAIN_TERMS) !== 0;
  if (!isPlain || (required.length === 0 && excluded.length === 0)) return () => true;
  const has = new Uint16Array(lengths.length);
  required.forEach((postings, place) => {
    for (const { index: of, bytes } of postings) {
      if (of !== index) continue;
      eachPosting(bytes, (chunk) => {
        if (has[chunk] === place) has[chunk] = place + 1;
      });
    }
  });
  const isExcluded = new Uint8Array(lengths.length);
  for (const { index: of, bytes } of excluded) {
    if (of === index) eachPosting(bytes, (chunk) => (isExcluded[chunk] = 1));
  }
  return (chunk) => has[chunk] === required.length && isExcluded[chunk] === 0;
}

function explain(
  segments: readonly IndexedSegment[],
  groups: readonly FoundGroup[],
  collection: Collection,
  top: readonly Ranked[],
  add: (at: number, word: number, weight: number) => void,
): void {
  const places = new Map(top.map(({ index, chunk }, at) => [`${index} ${chunk}`, at]));
  const chosen = segments.map(() => new Set<number>());
  for (const { index, chunk } of top) chosen[index]?.add(chunk);
  const weights = top.map(() => new Map<number, number>());
  for (const group of groups) {
    eachScore(segments, group, collection, (index, chunk, score) => {
      if (chosen[index]?.has(chunk) !== true) return;
      const own = weights[places.get(`${index} ${chunk}`) ?? -1];
      own?.set(group.word, (own.get(group.word) ?? 0) + score);
    });
  }
  weights.forEach((own, at) => {
    for (const [word, weight] of [...own].toSorted(([, a], [, b]) => b - a)) add(at, word, weight);
  });
}

function candidateOf(
  segments: readonly IndexedSegment[],
  index: number,
  chunk: number,
  score: number,
): WordCandidate {
  const segment = segments[index];
  if (segment === undefined) throw new RangeError('No such segment');
  const document = documentOf(segment, chunk);
  return {
    documentId: uuidAt(segment.documentIds, document),
    attempt: uuidAt(segment.attempts, document),
    number: chunk - (segment.starts[document] ?? 0),
    score,
    words: [],
  };
}
