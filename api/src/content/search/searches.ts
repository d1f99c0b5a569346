import type { SearchInput, SearchResponse } from '@carrel/shared/contract';

import { callerId } from '../../platform/access/caller.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Reader } from '../../platform/database/reader.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { notFound } from '../../platform/http/problems.ts';
import { limitOf } from '../../platform/http/limits/limits-table.ts';
import { createFairRuns } from '../../platform/sharing/fair-runs.ts';
import {
  outcomeOf,
  type SearchOutcome,
  type SearchSource,
} from '../search-log/pending-searches.ts';
import { searchLogWriterOf } from '../search-log/search-log.ts';
import type { Search } from './filtered-datasets.ts';
import { runSearch } from './run-search.ts';
import { searchEngineOf } from './search-engine.ts';
import { searchOf } from './search-repository.ts';
import { datasetsOfWorkspace } from './searched-datasets.ts';

/** The database and one thread serve all searches of a process. */
const RUNS = {
  slots: 8,
  waitingMax: 20,
  name: 'searches',
  what: 'Too many searches are running.',
  retryAfterSeconds: 1,
} as const;

/** Who searches. */
export interface Searcher {
  organizationId: string;
  /** An account, an API key or a grant. */
  callerId: string;
  /** Where the search reads, if not from the primary. */
  reads?: Reader;
  /** Aborts once nobody waits for the results. */
  signal: AbortSignal;
}

/** Returns the caller of a request, whose rights were checked. The route has `lateSearches`. */
export const searcherOf = (c: ApiContext): Searcher => ({
  reads: c.var.reads,
  organizationId: c.get('organization').id,
  callerId: callerId(c),
  signal: c.req.raw.signal,
});

/** Searches whose rights were checked, within the caller's limit and in one of its organization's slots. */
export interface Searches {
  /**
   * Searches what is attached to a workspace, and counts it in what people ask, with the outcome that `outcome`
   * returns. @throws {Problem} 404, 429, 503
   */
  ofWorkspace(
    searcher: Searcher,
    workspaceId: string,
    input: SearchInput,
    source: SearchSource,
    outcome?: (response: SearchResponse) => SearchOutcome,
  ): Promise<SearchResponse>;
  /** @throws {Problem} 404, 429, 503 */
  ofDataset(searcher: Searcher, datasetId: string, input: SearchInput): Promise<SearchResponse>;
  /** Searches the organization's datasets that the caller may use. @throws {Problem} 429, 503 */
  ofOrganization(
    searcher: Searcher,
    mayUse: (datasetId: string) => boolean,
    input: SearchInput,
  ): Promise<SearchResponse>;
}

// By database, so that several servers in one test process have their own.
const known = new WeakMap<Database, Searches>();

/** Returns the searches of a server: all APIs share their limits and slots. */
export function searchesOf(dependencies: Dependencies): Searches {
  const searches = known.get(dependencies.database) ?? createSearches(dependencies);
  known.set(dependencies.database, searches);
  return searches;
}

function createSearches(dependencies: Dependencies): Searches {
  const { database } = dependencies;
  const engine = searchEngineOf(dependencies);
  const run = createFairRuns(RUNS);
  const searchLog = searchLogWriterOf(dependencies);
  const limits = new RateLimits(database);

  const search = async (
    searcher: Searcher,
    input: SearchInput,
    datasets: (reads: Reader) => Promise<Search['datasets']>,
  ) => {
    const { organizationId, signal, reads = database } = searcher;
    await limits.take(limitOf('search', searcher.callerId));
    return run(organizationId, signal, async () =>
      runSearch({ ...engine, reads }, { organizationId, datasets: await datasets(reads), input }),
    );
  };

  return {
    ofWorkspace: async (searcher, workspaceId, input, source, outcome = outcomeOf) => {
      const { organizationId } = searcher;
      const response = await search(searcher, input, (reads) =>
        datasetsOfWorkspace(reads, organizationId, workspaceId),
      );
      if (input.final) {
        searchLog.record({
          organizationId,
          workspaceId,
          source,
          query: input.query,
          milliseconds: response.took.total,
          outcome: outcome(response),
        });
      }
      return response;
    },

    ofDataset: (searcher, datasetId, input) =>
      search(searcher, input, async (reads) => {
        const rows = await searchOf(reads, searcher.organizationId).dataset(datasetId);
        if (rows.length === 0) throw notFound('dataset');
        return rows;
      }),

    ofOrganization: (searcher, mayUse, input) =>
      search(searcher, input, async (reads) => {
        const rows = await searchOf(reads, searcher.organizationId).allDatasets();
        return rows.filter(({ id }) => mayUse(id));
      }),
  };
}
