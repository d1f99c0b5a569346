import type { Database } from '../../platform/database/database.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import type { MatrixCandidate } from './cache/vector-matrix.ts';
import type { VectorOutput, VectorRequest, VectorThreadStart } from './cache/vector-messages.ts';
import { RequestThread } from '../request-thread.ts';
import { loadSegments } from './load-segments.ts';
import type { SearchableVectors } from './meaning-state.ts';

interface VectorIndexOptions {
  database: Database;
  log: Log;
  /** Memory of the vectors that are held. */
  maxBytes: number;
}

interface MatrixSearch {
  organizationId: string;
  vectors: SearchableVectors;
  /** Of length 1. */
  query: Float32Array;
  limit: number;
  /** Documents to search in, as bytes of their ids; undefined for all. */
  allowed: Uint8Array[] | undefined;
  /** When the search goes on with the vectors that are there. */
  deadline: AbortSignal;
}

/** `missing` says what the candidates lack. */
export interface MatrixResult {
  candidates: MatrixCandidate[];
  /** What was searched, for `remove`. */
  searched: { key: string; version: number | undefined };
  missing?: 'loading' | 'too large' | 'unavailable';
}

/** Vectors in memory, by dataset and model, as they are in the database or were a moment ago. */
export interface VectorIndex {
  /** Candidates, best first, which may have been deleted since. Not to be called in a transaction. */
  search(search: MatrixSearch): Promise<MatrixResult>;
  /** Removes documents of which a search has learned that they are gone. */
  remove(searched: MatrixResult['searched'], documents: Uint8Array[]): Promise<void>;
  close(): Promise<void>;
}

const THREAD = new URL('cache/vector-thread.ts', import.meta.url);
/** Datasets that wait to be loaded at most; they are loaded one after the other. */
const LOADS_MAX = 64;

type State = 'current' | 'too large' | 'unavailable';

/** With the organization: what one may not read, another has not read in its place. */
const keyOf = (organizationId: string, { datasetId, model }: SearchableVectors): string =>
  `${organizationId} ${datasetId} ${model.id}`;

/** Returns an index whose thread starts with the first search. */
export function createVectorIndex({ database, log, maxBytes }: VectorIndexOptions): VectorIndex {
  const thread = new RequestThread<VectorRequest, VectorOutput>(THREAD, {
    maxBytes,
  } satisfies VectorThreadStart);
  const loads = new Map<string, Promise<State>>();
  let last: Promise<unknown> = Promise.resolve();

  const versionOf = async (key: string): Promise<number> => {
    const output = await thread.run({ type: 'version', key });
    return ('version' in output ? output.version : undefined) ?? 0;
  };
  const load = async (organizationId: string, vectors: SearchableVectors): Promise<State> => {
    const key = keyOf(organizationId, vectors);
    const names = { organizationId, datasetId: vectors.datasetId, modelId: vectors.model.id };
    const after = await versionOf(key);
    if (after >= vectors.version) return 'current';
    for await (const page of loadSegments(database.lowPriority, names, after, vectors.version)) {
      const output = await thread.run({ type: 'add', key, ...page });
      if ('tooLarge' in output) return 'too large';
    }
    return 'current';
  };
  const loadInTurn = (organizationId: string, vectors: SearchableVectors): Promise<State> => {
    const key = keyOf(organizationId, vectors);
    const running = loads.get(key);
    if (running !== undefined) return running;
    if (loads.size >= LOADS_MAX) return Promise.resolve('unavailable');
    const loading = last
      .then(() => load(organizationId, vectors))
      .catch((error: unknown): State => {
        log.error('load vectors', error);
        return 'unavailable';
      })
      .finally(() => loads.delete(key));
    last = loading;
    loads.set(key, loading);
    return loading;
  };

  return {
    search: async ({ organizationId, vectors, query, limit, allowed, deadline }) => {
      const key = keyOf(organizationId, vectors);
      try {
        const isCurrent = (await versionOf(key)) >= vectors.version;
        const state = isCurrent
          ? 'current'
          : await Promise.race([loadInTurn(organizationId, vectors), aborted(deadline)]);
        const output = await thread.run({ type: 'search', key, query, limit, allowed });
        const { candidates, version } =
          'candidates' in output ? output : { candidates: [], version: undefined };
        const result = { candidates, searched: { key, version } };
        return state === 'current' ? result : { ...result, missing: state };
      } catch (error) {
        if (error instanceof Problem) log.warn('search vectors', { reason: error.message });
        else log.error('search vectors', error);
        const searched = { key, version: undefined };
        return { candidates: [], searched, missing: 'unavailable' };
      }
    },
    remove: async (searched, documents) => {
      await thread.run({ type: 'remove', ...searched, documents }).catch(() => undefined);
    },
    close: () => thread.close(),
  };
}

function aborted(signal: AbortSignal): Promise<'loading'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('loading');
    else signal.addEventListener('abort', () => resolve('loading'), { once: true });
  });
}
