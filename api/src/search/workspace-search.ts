import type { SearchInput, SearchResponse } from '@carrel/shared/contract';

import type { Database } from '../database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { RateLimits } from '../http/limits/rate-limit.ts';
import { outcomeOf, type SearchSource } from '../search-log/pending-searches.ts';
import { searchLogWriterOf } from '../search-log/search-log.ts';
import { runSearch, type Search } from './run-search.ts';
import { searchEngineOf } from './search-engine.ts';
import { createSearchTurns } from './search-turns.ts';
import { datasetsOfWorkspace } from './searched-datasets.ts';

/** Searches of an account or API key: more than a person who types makes. */
const LIMIT = { times: 600, seconds: 60, batch: 10 };

/** Who searches. */
export interface Searcher {
  organizationId: string;
  /** An account or API key. */
  callerId: string;
  /** Aborts once nobody waits for the results. */
  signal: AbortSignal;
}

/** Searches whose rights were checked, within the caller's limit and in its organization's turn. */
export interface LimitedSearch {
  /** @throws {Problem} What `datasets` throws; 429, 503. */
  datasets(
    searcher: Searcher,
    datasets: () => Promise<Search['datasets']>,
    input: SearchInput,
  ): Promise<SearchResponse>;
  /** Searches a workspace, and counts it in what people ask. @throws {Problem} 404, 429, 503 */
  workspace(
    searcher: Searcher,
    workspaceId: string,
    input: SearchInput,
    source: SearchSource,
  ): Promise<SearchResponse>;
}

// By database, so that several servers in one test process have their own.
const searches = new WeakMap<Database, LimitedSearch>();

/** Returns the process's searches: all callers share their turns. */
export function limitedSearchOf(dependencies: Dependencies): LimitedSearch {
  const known = searches.get(dependencies.database) ?? createLimitedSearch(dependencies);
  searches.set(dependencies.database, known);
  return known;
}

function createLimitedSearch(dependencies: Dependencies): LimitedSearch {
  const { database } = dependencies;
  const engine = searchEngineOf(dependencies);
  const inTurn = createSearchTurns();
  const searchLog = searchLogWriterOf(dependencies);
  const limits = new RateLimits(database);

  const search: LimitedSearch['datasets'] = async (searcher, datasets, input) => {
    const { organizationId, callerId, signal } = searcher;
    await limits.takeOfBatch({ subject: ['search', callerId], ...LIMIT });
    return inTurn(organizationId, signal, async () =>
      runSearch(engine, { organizationId, datasets: await datasets(), input }),
    );
  };

  return {
    datasets: search,
    workspace: async (searcher, workspaceId, input, source) => {
      const { organizationId } = searcher;
      const datasets = () => datasetsOfWorkspace(database, organizationId, workspaceId);
      const response = await search(searcher, datasets, input);
      if (input.final) {
        searchLog.record({
          organizationId,
          workspaceId,
          source,
          query: input.query,
          milliseconds: response.took.total,
          outcome: outcomeOf(response),
        });
      }
      return response;
    },
  };
}
