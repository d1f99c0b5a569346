/** How good one ranking is. */
export interface Quality {
  /** Gain is the grade, discounted by log2 of the place plus one, as trec_eval computes it. */
  ndcgAt10: number;
  /** The share of the relevant documents among the first hundred. */
  recallAt100: number;
}

/** Compares a ranking, best first, with the grades of its query. */
export function qualityOf(
  ranking: readonly string[],
  grades: ReadonlyMap<string, number>,
): Quality {
  const relevant = [...grades].filter(([, grade]) => grade > 0);
  const ideal = relevant.map(([, grade]) => grade).toSorted((a, b) => b - a);
  const best = discounted(ideal.slice(0, 10));
  const found = new Set(ranking.slice(0, 100));
  return {
    ndcgAt10:
      best === 0
        ? 0
        : discounted(ranking.slice(0, 10).map((document) => grades.get(document) ?? 0)) / best,
    recallAt100:
      relevant.length === 0
        ? 0
        : relevant.filter(([document]) => found.has(document)).length / relevant.length,
  };
}

const discounted = (gains: readonly number[]): number =>
  gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);

/** Returns the means over several queries. */
export function meanQuality(qualities: readonly Quality[]): Quality {
  const mean = (of: keyof Quality) =>
    qualities.reduce((sum, quality) => sum + quality[of], 0) / Math.max(1, qualities.length);
  return { ndcgAt10: mean('ndcgAt10'), recallAt100: mean('recallAt100') };
}
