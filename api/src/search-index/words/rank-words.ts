import { eachPosting } from '../segments/postings.ts';
import { findWords, type FoundTerm, type OpenIndex } from './find-words.ts';
import type { OpenIndexes } from './index-reader.ts';
import { documentOf, uuidAt, type IndexedSegment } from './indexed-segment.ts';
import { isChunkAllowed } from './allowed-chunks.ts';
import type { WordCandidate, WordResults, WordSearch } from './word-messages.ts';
import { TopScores } from './top-scores.ts';

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
  const languages = indexes.reduce((bits, { segment }) => bits | segment.languages, 0);
  const { words, terms } = findWords(open, indexes, search.query, languages);
  if (!open.isComplete) return undefined;

  const segments = indexes.map(({ segment }) => segment);
  const collection = collectionOf(segments);
  const { top, matched } = rank(segments, terms, collection, search);
  const candidates = top.map(({ index, chunk, score }) =>
    candidateOf(segments, index, chunk, score),
  );
  if (search.explain) {
    explain(segments, terms, collection, top, (at, word, weight) => {
      candidates[at]?.words.push({ word: words[word]?.word ?? '', weight });
    });
  }
  return {
    candidates,
    matched,
    documents: segments.reduce((sum, { starts }) => sum + starts.length - 1, 0),
    chunks: collection.chunks,
    words: words.map(({ word }) => word),
    languages,
  };
}

interface Collection {
  chunks: number;
  averageLength: number;
}

function collectionOf(segments: readonly IndexedSegment[]): Collection {
  const chunks = segments.reduce((sum, { lengths }) => sum + lengths.length, 0);
  const words = segments.reduce((sum, { totalLength }) => sum + totalLength, 0);
  return { chunks, averageLength: Math.max(1, words / Math.max(1, chunks)) };
}

/** Calls `add` with what a term adds to the score of each chunk that has it. */
function eachScore(
  segments: readonly IndexedSegment[],
  { count, weight, postings }: FoundTerm,
  { chunks, averageLength }: Collection,
  add: (index: number, chunk: number, score: number) => void,
): void {
  const idf = Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
  const factor = weight * idf * (K1 + 1);
  const perWord = (K1 * B) / averageLength;
  for (const { index, bytes } of postings) {
    const lengths = segments[index]?.lengths;
    if (lengths === undefined) continue;
    eachPosting(bytes, (chunk, frequency) => {
      const norm = K1 * (1 - B) + perWord * (lengths[chunk] ?? 0);
      add(index, chunk, (factor * frequency) / (frequency + norm));
    });
  }
}

interface Ranked {
  index: number;
  chunk: number;
  score: number;
}

function rank(
  segments: readonly IndexedSegment[],
  terms: readonly FoundTerm[],
  collection: Collection,
  { limit, documentIds }: WordSearch,
): { top: Ranked[]; matched: number } {
  const scores = segments.map(() => undefined as Float32Array | undefined);
  for (const term of terms) {
    eachScore(segments, term, collection, (index, chunk, score) => {
      const own = (scores[index] ??= new Float32Array(segments[index]?.lengths.length ?? 0));
      own[chunk] = (own[chunk] ?? 0) + score;
    });
  }
  const top = new TopScores(limit);
  let matched = 0;
  segments.forEach((segment, index) => {
    const own = scores[index];
    if (own === undefined) return;
    const isAllowed = isChunkAllowed(segment, documentIds);
    for (let chunk = 0; chunk < own.length; chunk += 1) {
      const score = own[chunk] ?? 0;
      if (score > 0 && isAllowed(chunk)) {
        matched += 1;
        top.add(score, index, chunk);
      }
    }
  });
  return { top: top.sorted(), matched };
}

function explain(
  segments: readonly IndexedSegment[],
  terms: readonly FoundTerm[],
  collection: Collection,
  top: readonly Ranked[],
  add: (at: number, word: number, weight: number) => void,
): void {
  const places = new Map(top.map(({ index, chunk }, at) => [`${index} ${chunk}`, at]));
  const chosen = segments.map(() => new Set<number>());
  for (const { index, chunk } of top) chosen[index]?.add(chunk);
  const weights = top.map(() => new Map<number, number>());
  for (const term of terms) {
    eachScore(segments, term, collection, (index, chunk, score) => {
      if (chosen[index]?.has(chunk) !== true) return;
      const own = weights[places.get(`${index} ${chunk}`) ?? -1];
      own?.set(term.word, (own.get(term.word) ?? 0) + score);
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
