import { meaningState, type Meaning } from '../../../search-index/vectors/meaning-state.ts';
import { searchVectors } from '../../../search-index/vectors/search-vectors.ts';
import { CANDIDATES, liveCandidates, type Asked, type LiveCandidates } from './candidates.ts';
import type { SearchEngine } from '../search-engine.ts';
import type { ChunkKey } from '../search-repository.ts';
import { stopwatch } from '../stopwatch.ts';

/** What the vectors found, and a sentence about what is missing. */
export interface FoundMeaning extends LiveCandidates<ChunkKey & { score: number }> {
  embeddingTook: number;
  took: number | null;
  /** Whether the vectors were searched. */
  isSearched: boolean;
  partial: string | undefined;
}

const OFF: Meaning = { state: 'off', done: 0, total: 0, searchable: [], isComplete: false };

/** Returns whether the datasets can be searched by meaning. */
export async function readMeaningState(
  { reads, meaning }: SearchEngine,
  organizationId: string,
  datasetIds: readonly string[],
): Promise<Meaning> {
  if (meaning === undefined) return OFF;
  const { id } = meaning.model;
  return reads.read(organizationId, (tx) => meaningState(tx, organizationId, datasetIds, id));
}

/** Finds the chunks whose vectors are closest to the query's. Never fails for a service that does. */
export async function findByMeaning(
  engine: SearchEngine,
  asked: Asked,
  { searchable }: Meaning,
): Promise<FoundMeaning> {
  const { database, reads, meaning } = engine;
  if (meaning === undefined) throw new Error('There is no embedding model');
  const watch = stopwatch();
  const models = new Map(searchable.map(({ model }) => [model.id, model]));
  const queries = new Map<string, Float32Array>();
  let partial: string | undefined;
  await Promise.all(
    [...models.values()].map(async (model) => {
      const embedded = await meaning.embed(asked.query, model);
      if ('vector' in embedded) queries.set(model.id, embedded.vector);
      else partial = embedded.unavailable;
    }),
  );
  const embeddingTook = watch.lap();
  const none = { candidates: [], documents: new Map(), embeddingTook, took: null };
  if (queries.size === 0) return { ...none, isSearched: false, partial };
  const found = await searchVectors(
    { database, reads, index: meaning.index, graphs: meaning.graphs },
    {
      organizationId: asked.organizationId,
      datasets: searchable,
      queries,
      limit: CANDIDATES,
      documentIds: asked.documentIds,
    },
  );
  const live = await liveCandidates(engine, asked, found.chunks);
  return {
    ...live,
    embeddingTook,
    took: watch.lap(),
    isSearched: true,
    partial: partial ?? found.partial,
  };
}
