import type { SearchResult } from '@carrel/shared/contract';

import type { Reranker } from '../../../models/embedding/reranker.ts';

/** Results in their new order, or as they were with a sentence that says why. */
export interface RerankedResults {
  results: SearchResult[];
  partial: string | undefined;
}

/** Orders results by a service. Those that it leaves out keep their order behind the others. */
export async function rerankResults(
  rerank: Reranker,
  query: string,
  results: readonly SearchResult[],
): Promise<RerankedResults> {
  const reranked = await rerank(
    query,
    results.map(({ text }) => text),
  );
  if ('unavailable' in reranked) return { results: [...results], partial: reranked.unavailable };
  const places = new Set(reranked.order.map(({ index }) => index));
  const first = reranked.order.flatMap(({ index, score }, place) => {
    const result = results[index];
    if (result === undefined) return [];
    return [{ ...result, score, ranks: { ...result.ranks, rerank: place + 1 } }];
  });
  return {
    results: [...first, ...results.filter((_, index) => !places.has(index))],
    partial: undefined,
  };
}
