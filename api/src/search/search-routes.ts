import {
  type SearchInput,
  searchInputSchema,
  type SearchResponse,
  searchResponseSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../http/description/describe-route.ts';
import { inOrganization } from '../access/authenticate.ts';
import { callerId } from '../access/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ApiContext, ApiEnv } from '../http/api-context.ts';
import { readBody } from '../http/bodies/read-body.ts';
import { readId } from '../http/bodies/validate.ts';
import { RateLimits } from '../http/limits/rate-limit.ts';
import { notFound } from '../http/problems.ts';
import { outcomeOf } from '../search-log/pending-searches.ts';
import { searchLogWriterOf } from '../search-log/search-log.ts';
import { runSearch, type Search } from './run-search.ts';
import { searchEngineOf } from './search-engine.ts';
import { searchOf } from './search-repository.ts';
import { datasetsOfWorkspace } from './searched-datasets.ts';
import { createSearchTurns } from './search-turns.ts';

/** Searches of an account: more than a person who types makes. */
const LIMIT = { times: 600, seconds: 60, batch: 10 };
/** After a body that took longer, the caller's rights are read again. */
const BODY_MILLISECONDS = 1000;

/** Searching a workspace's datasets, or one dataset. Every member may. */
export function searchRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const engine = searchEngineOf(dependencies);
  const inTurn = createSearchTurns();
  const searchLog = searchLogWriterOf(dependencies);
  const limits = new RateLimits(dependencies.database);
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { keys: 'search' });

  const search = async (
    c: ApiContext,
    datasets: () => Promise<Search['datasets']>,
    onFound?: (input: SearchInput, response: SearchResponse) => void,
  ) => {
    const asked = performance.now();
    const input = await readBody(c, searchInputSchema);
    if (performance.now() - asked > BODY_MILLISECONDS) await member(c, () => Promise.resolve());
    await limits.takeOfBatch({ subject: ['search', callerId(c)], ...LIMIT });
    const { id: organizationId } = c.get('organization');
    const response = await inTurn(organizationId, c.req.raw.signal, async () =>
      runSearch(engine, { organizationId, datasets: await datasets(), input }),
    );
    onFound?.(input, response);
    return c.json(response);
  };

  routes.post(
    '/workspaces/:id/search',
    member,
    describeRoute('searchWorkspace', 'Search the datasets of a workspace', {
      body: searchInputSchema,
      returns: searchResponseSchema,
    }),
    (c) => {
      const { id: organizationId } = c.get('organization');
      const workspaceId = readId(c, 'id', 'workspace');
      return search(
        c,
        () => datasetsOfWorkspace(engine.database, organizationId, workspaceId),
        ({ final, query }, response) => {
          if (!final) return;
          searchLog.record({
            organizationId,
            workspaceId,
            query,
            milliseconds: response.took.total,
            outcome: outcomeOf(response),
          });
        },
      );
    },
  );

  routes.post(
    '/datasets/:id/search',
    member,
    describeRoute('searchDataset', 'Search a dataset', {
      body: searchInputSchema,
      returns: searchResponseSchema,
    }),
    (c) =>
      search(c, async () => {
        const rows = await searchOf(engine.database, c.get('organization').id).dataset(
          readId(c, 'id', 'dataset'),
        );
        if (rows.length === 0) throw notFound('dataset');
        return rows;
      }),
  );

  return routes;
}
