import type { ChunkKey } from '../search-repository.ts';

/** A chunk with its place in each list, from 1. */
export interface FusedChunk extends ChunkKey {
  score: number;
  ranks: { words: number | null; meaning: number | null; rerank: number | null };
}

type Ranked = ChunkKey & { score: number };

/** Candidates of one search, best first. */
interface List {
  candidates: readonly Ranked[];
  /** Whether nothing else matches: what is not in the list has a score of 0. */
  isAll: boolean;
}

const keyOf = ({ documentId, number }: ChunkKey): string => `${documentId} ${number}`;

/**
 * Joins both lists: half of a chunk's score is by words, half by meaning, each scaled from the lowest of its list to
 * the best. A single list keeps its scores. Measured on several collections, scores rank better than reciprocal
 * ranks: docs/decisions/161-fusion-of-scores.md.
 */
export function fuseScores(words: List, meaning: List): FusedChunk[] {
  const chunks = new Map<string, FusedChunk>();
  const isFused = words.candidates.length > 0 && meaning.candidates.length > 0;
  const add = ({ candidates, isAll }: List, of: 'words' | 'meaning') => {
    const share = isFused ? shares(candidates, isAll) : ({ score }: Ranked) => score;
    candidates.forEach((ranked, index) => {
      const key = keyOf(ranked);
      const chunk = chunks.get(key) ?? {
        documentId: ranked.documentId,
        attempt: ranked.attempt,
        number: ranked.number,
        score: 0,
        ranks: { words: null, meaning: null, rerank: null },
      };
      if (chunk.ranks[of] !== null) return;
      chunk.ranks[of] = index + 1;
      chunk.score += share(ranked);
      chunks.set(key, chunk);
    });
  };
  add(words, 'words');
  add(meaning, 'meaning');
  return [...chunks.values()].toSorted((a, b) => b.score - a.score);
}

/** Returns what a candidate's score adds: at most a half. */
function shares(candidates: readonly Ranked[], isAll: boolean): (ranked: Ranked) => number {
  const best = candidates[0]?.score ?? 0;
  const lowest = isAll ? 0 : (candidates.at(-1)?.score ?? 0);
  // Where all are as good, each counts whole.
  return ({ score }) => (best > lowest ? (score - lowest) / (best - lowest) : 1) / 2;
}
