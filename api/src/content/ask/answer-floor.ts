import type { AskRefusal, SearchResponse } from '@carrel/shared/contract';

/**
 * Returns why no model is asked, before any text leaves the server: nothing was found, or no passage has
 * half of the question's words, rounded down (stop words do not count). A single passage counts, because words that are spread
 * over many passages say little about an answer. A search by meaning has no such floor: its distances
 * cannot be compared across models, and a good passage may share no word with the question; there the
 * model says that the passages do not answer. The search must be explained.
 */
export function belowFloor({ results, words, mode }: SearchResponse): AskRefusal | undefined {
  if (results.length === 0) return 'nothing_found';
  if (mode !== 'words' && results.some(({ ranks }) => ranks.meaning !== null)) return undefined;
  const asked = new Set(words ?? []);
  const best = Math.max(
    ...results.map((result) => new Set(result.words?.map(({ word }) => word)).size),
  );
  return best >= Math.max(1, Math.floor(asked.size / 2)) ? undefined : 'too_far';
}
