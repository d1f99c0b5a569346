import type { ChunkKey } from '../search-repository.ts';

/** The constant of reciprocal rank fusion, as Cormack et al. give it (2009). */
const K = 60;

/** A chunk with its place in each list, from 1. */
export interface FusedChunk extends ChunkKey {
  score: number;
  ranks: { words: number | null; meaning: number | null; rerank: number | null };
}

type Ranked = ChunkKey & { score: number };

const keyOf = ({ documentId, number }: ChunkKey): string => `${documentId} ${number}`;

/** Joins both lists by reciprocal rank fusion. A single list keeps its scores. */
export function fuseRanks(words: readonly Ranked[], meaning: readonly Ranked[]): FusedChunk[] {
  const chunks = new Map<string, FusedChunk>();
  const isFused = words.length > 0 && meaning.length > 0;
  const add = (list: readonly Ranked[], of: 'words' | 'meaning') => {
    list.forEach((ranked, index) => {
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
      chunk.score += isFused ? 1 / (K + index + 1) : ranked.score;
      chunks.set(key, chunk);
    });
  };
  add(words, 'words');
  add(meaning, 'meaning');
  return [...chunks.values()].toSorted((a, b) => b.score - a.score);
}
