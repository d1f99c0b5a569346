import type { SearchResult } from '@carrel/shared/contract';

/**
 * Returns results with scores from 0 to 1, as shares of the best one of this search, and without those below
 * `threshold`. A search ranks; its scores say nothing across searches.
 */
export function withRelativeScores(
  results: readonly SearchResult[],
  threshold: number,
): SearchResult[] {
  const best = Math.max(...results.map(({ score }) => score));
  return results
    .map((result) => ({
      ...result,
      score: best > 0 ? Math.min(1, Math.max(0, result.score / best)) : 1,
    }))
    .filter(({ score }) => score >= threshold);
}
