import { BoundedCache } from '../../platform/bounded-cache.ts';

interface Counted {
  /** The number of the vectors' last change. */
  version: number;
  vectors: number | undefined;
  at: number;
}

/** Datasets whose vectors are remembered. */
const REMEMBERED = 10_000;
/** How old a count may be while vectors are added. */
const FRESH_MILLISECONDS = 30_000;

/** Returns a count of vectors. It is made anew where the vectors changed, but not with each change. */
export type VectorCounts = (
  of: { organizationId: string; datasetId: string; modelId: string; version: number },
  count: () => Promise<number | undefined>,
) => Promise<number | undefined>;

/** `now` returns milliseconds. */
export function createVectorCounts(now = () => performance.now()): VectorCounts {
  const counts = new BoundedCache<Counted>({ entries: REMEMBERED });
  return async ({ organizationId, datasetId, modelId, version }, count) => {
    const key = `${datasetId} ${modelId}`;
    const known = counts.get(key, organizationId);
    if (known?.version === version) return known.vectors;
    if (known !== undefined && now() - known.at < FRESH_MILLISECONDS) return known.vectors;
    const at = now();
    const vectors = await count();
    counts.set(key, { version, vectors, at }, { tenant: organizationId });
    return vectors;
  };
}
