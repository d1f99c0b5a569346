import { searchInputSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { inOrganization } from '../access/authenticate.ts';
import { callerId } from '../access/caller.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ApiContext, ApiEnv } from '../http/api-context.ts';
import { readBody } from '../http/bodies/read-body.ts';
import { readId } from '../http/bodies/validate.ts';
import { notFound } from '../http/problems.ts';
import { searchOf } from './search-repository.ts';
import { limitedSearchOf, type Searcher } from './workspace-search.ts';

/** After a body that took longer, the caller's rights are read again. */
const BODY_MILLISECONDS = 1000;

/** Searching a workspace's datasets, or one dataset. Every member may. */
export function searchRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const search = limitedSearchOf(dependencies);
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { keys: 'search' });

  const readInput = async (c: ApiContext) => {
    const asked = performance.now();
    const input = await readBody(c, searchInputSchema);
    if (performance.now() - asked > BODY_MILLISECONDS) await member(c, () => Promise.resolve());
    return input;
  };
  routes.post('/workspaces/:id/search', member, async (c) => {
    const workspaceId = readId(c, 'id', 'workspace');
    const input = await readInput(c);
    return c.json(await search.workspace(searcherOf(c), workspaceId, input, 'api'));
  });

  routes.post('/datasets/:id/search', member, async (c) => {
    const input = await readInput(c);
    const searcher = searcherOf(c);
    const datasets = async () => {
      const id = readId(c, 'id', 'dataset');
      const rows = await searchOf(database, searcher.organizationId).dataset(id);
      if (rows.length === 0) throw notFound('dataset');
      return rows;
    };
    return c.json(await search.datasets(searcher, datasets, input));
  });

  return routes;
}

const searcherOf = (c: ApiContext): Searcher => ({
  organizationId: c.get('organization').id,
  callerId: callerId(c),
  signal: c.req.raw.signal,
});
