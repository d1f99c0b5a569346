import type { SearchInput, SearchResponse } from '@carrel/shared/contract';

import { callerId } from '../access/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ApiContext } from '../http/api-context.ts';
import { RateLimits } from '../http/limits/rate-limit.ts';
import { notFound } from '../http/problems.ts';
import { outcomeOf } from '../search-log/pending-searches.ts';
import { searchLogWriterOf } from '../search-log/search-log.ts';
import { runSearch, type Search } from './run-search.ts';
import { searchEngineOf } from './search-engine.ts';
import { searchOf } from './search-repository.ts';
import { createSearchTurns } from './search-turns.ts';
import { datasetsOfWorkspace } from './searched-datasets.ts';

/** Searches of an account: more than a person who types makes. */
const LIMIT = { times: 600, seconds: 60, batch: 10 };

const known = new WeakMap<Dependencies['database'], Searches>();

/** Returns the one place of a server where searches are run, whatever API they come by. */
export function searchesOf(dependencies: Dependencies): Searches {
  const searches = known.get(dependencies.database) ?? createSearches(dependencies);
  known.set(dependencies.database, searches);
  return searches;
}

/** Searches for the caller of a request, whose rights were checked: limited, and in turn. */
export interface Searches {
  /** Searches what is attached to a workspace. @throws {Problem} 404, 429 or 503. */
  ofWorkspace(c: ApiContext, workspaceId: string, input: SearchInput): Promise<SearchResponse>;
  /** Searches one dataset. @throws {Problem} 404, 429 or 503. */
  ofDataset(c: ApiContext, datasetId: string, input: SearchInput): Promise<SearchResponse>;
}

function createSearches(dependencies: Dependencies): Searches {
  const engine = searchEngineOf(dependencies);
  const inTurn = createSearchTurns();
  const searchLog = searchLogWriterOf(dependencies);
  const limits = new RateLimits(dependencies.database);

  const search = async (
    c: ApiContext,
    input: SearchInput,
    datasets: (organizationId: string) => Promise<Search['datasets']>,
  ) => {
    await limits.takeOfBatch({ subject: ['search', callerId(c)], ...LIMIT });
    const { id: organizationId } = c.get('organization');
    return inTurn(organizationId, c.req.raw.signal, async () =>
      runSearch(engine, { organizationId, datasets: await datasets(organizationId), input }),
    );
  };

  return {
    async ofWorkspace(c, workspaceId, input) {
      const response = await search(c, input, (organizationId) =>
        datasetsOfWorkspace(engine.database, organizationId, workspaceId),
      );
      if (input.final) {
        searchLog.record({
          organizationId: c.get('organization').id,
          workspaceId,
          query: input.query,
          milliseconds: response.took.total,
          outcome: outcomeOf(response),
        });
      }
      return response;
    },

    ofDataset: (c, datasetId, input) =>
      search(c, input, async (organizationId) => {
        const rows = await searchOf(engine.database, organizationId).dataset(datasetId);
        if (rows.length === 0) throw notFound('dataset');
        return rows;
      }),
  };
}
