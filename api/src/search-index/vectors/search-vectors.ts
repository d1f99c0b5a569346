import type { Database } from '../../platform/database/database.ts';
import { isFenced } from '../../platform/database/reach.ts';
import type { Reader } from '../../platform/database/reader.ts';
import type { SearchGraphs } from './graphs/search-graphs.ts';
import { bytesOfId, idOfBytes } from './load-segments.ts';
import type { SearchableVectors } from './meaning-state.ts';
import { rescore, type Candidate, type ScoredChunk } from './rescore.ts';
import { unitOf } from './segment.ts';
import type { MatrixResult, VectorIndex } from './vector-index.ts';

export interface VectorSearchContext {
  /** Reads the vectors of the candidates. */
  database: Database;
  /** Where they are read first, if not there. */
  reads?: Reader;
  index: VectorIndex;
  /** Searches datasets that have a graph, instead of the index. */
  graphs?: SearchGraphs;
}

export interface VectorSearch {
  organizationId: string;
  /** Where to search: `searchable` of `meaningState`, as a transaction has just read it. */
  datasets: readonly SearchableVectors[];
  /** The query's vector by the id of the model; datasets of other models are left out. */
  queries: ReadonlyMap<string, Float32Array>;
  /** Chunks to return at most. */
  limit: number;
  /** Ids of the documents to search in; undefined for all of the datasets. */
  documentIds?: readonly string[] | undefined;
  /** How long the search waits for vectors that are not in memory; 1 s if nothing is said. */
  deadline?: AbortSignal;
}

export interface VectorResult {
  /** Best first. They existed when their vectors were read. */
  chunks: ScoredChunk[];
  /** A sentence that says what is missing; undefined where nothing is. */
  partial: string | undefined;
}

const WAIT_MILLISECONDS = 1000;
/** Candidates for each chunk that is returned: their order by 8-bit numbers is not exact. */
const CANDIDATES_PER_CHUNK = 2;
const CANDIDATES_MIN = 50;
/** Attempts: most of the first candidates may have been deleted since they were loaded. */
const ROUNDS = 4;

const SENTENCES = {
  loading: 'The search by meaning is being prepared: some documents were found by words only.',
  'too large':
    'These datasets are too large to be searched by meaning. The operator can raise SEARCH_CACHE_MB.',
  unavailable: 'The search by meaning is not available at present.',
} as const;

/** Returns the chunks that are closest to a query. Not to be called in a transaction. */
export async function searchVectors(
  { database, reads = database, index, graphs }: VectorSearchContext,
  search: VectorSearch,
): Promise<VectorResult> {
  const { organizationId, limit } = search;
  const deadline = search.deadline ?? AbortSignal.timeout(WAIT_MILLISECONDS);
  const allowed = search.documentIds?.map(bytesOfId);
  const queries = new Map([...search.queries].map(([model, vector]) => [model, unitOf(vector)]));
  const queryOf = (modelId: string) => queries.get(modelId) ?? new Float32Array();
  const datasets = search.datasets.filter(({ model }) => queries.has(model.id));
  const datasetIds = datasets.map(({ datasetId }) => datasetId);
  const graphQueries = new Map(
    datasets.map(({ datasetId, model }) => [
      datasetId,
      { modelId: model.id, vector: queryOf(model.id) },
    ]),
  );
  const hasFences = datasetIds.some(isFenced);
  let wanted = Math.max(CANDIDATES_MIN, limit * CANDIDATES_PER_CHUNK);
  for (let round = 1; ; round += 1) {
    const found = await graphs?.({
      reads,
      organizationId,
      queries: graphQueries,
      limit: wanted,
      documentIds: search.documentIds,
    });
    const results = await Promise.all(
      datasets.map(async (vectors): Promise<DatasetResult> => {
        const candidates = found?.get(vectors.datasetId);
        if (candidates !== undefined) return { vectors, result: { candidates } };
        const query = queryOf(vectors.model.id);
        const asked = { organizationId, vectors, query, limit: wanted, allowed, deadline };
        return { vectors, result: await index.search(asked) };
      }),
    );
    const candidates = bestOf(results, wanted);
    const rescoreIn = (from: Reader) =>
      from.read(organizationId, (tx) =>
        rescore(tx, organizationId, datasetIds, queries, candidates),
      );
    const recent = await rescoreIn(reads);
    // A replica may not have yet what it says is gone.
    const { chunks, gone } =
      recent.gone.size > 0 && reads !== database ? await rescoreIn(database) : recent;
    // What is behind a fence is there for others.
    if (gone.size > 0 && !hasFences) await removeGone(index, results, gone);
    const isEnough = chunks.length >= limit || candidates.length < wanted || gone.size === 0;
    if (isEnough || round === ROUNDS) {
      return { chunks: chunks.slice(0, limit), partial: sentenceOf(results) };
    }
    wanted *= 2;
  }
}

interface DatasetResult {
  vectors: SearchableVectors;
  /** A graph has nothing to remove. */
  result: Pick<MatrixResult, 'candidates' | 'missing'> & { searched?: MatrixResult['searched'] };
}

/** Vectors of different models are compared by their scores: there is nothing better to compare. */
function bestOf(results: readonly DatasetResult[], limit: number): Candidate[] {
  return results
    .flatMap(({ vectors, result }) =>
      result.candidates.map((candidate) => ({ candidate, modelId: vectors.model.id })),
    )
    .sort((a, b) => b.candidate.score - a.candidate.score)
    .slice(0, limit)
    .map(({ candidate, modelId }) => ({
      documentId: idOfBytes(candidate.document),
      number: candidate.number,
      modelId,
    }));
}

async function removeGone(
  index: VectorIndex,
  results: readonly DatasetResult[],
  gone: ReadonlySet<string>,
): Promise<void> {
  const documents = [...gone].map(bytesOfId);
  await Promise.all(
    results.flatMap(({ result: { searched } }) =>
      searched === undefined ? [] : [index.remove(searched, documents)],
    ),
  );
}

function sentenceOf(results: readonly DatasetResult[]): string | undefined {
  const missing = results.flatMap(({ result }) => result.missing ?? []);
  const first = missing.find((each) => each === 'loading') ?? missing[0];
  return first === undefined ? undefined : SENTENCES[first];
}
