import { searchInputSchema, searchResponseSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { inOrganization } from '../../platform/access/authenticate.ts';
import { mayUse } from '../../platform/access/caller.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { lateSearches } from '../../platform/http/late-reads.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { searcherOf, searchesOf } from './searches.ts';

/** Searching a workspace's datasets, one dataset, or all of an organization. Every member may. */
export function searchRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const searches = searchesOf(dependencies);
  const late = lateSearches(dependencies.database);
  const routes = new Hono<ApiEnv>();
  const member = inOrganization(dependencies, { keys: 'search', guests: true });

  routes.post(
    '/workspaces/:id/search',
    member,
    late,
    describeRoute('searchWorkspace', 'Search the datasets of a workspace', {
      body: searchInputSchema,
      returns: searchResponseSchema,
    }),
    async (c) => {
      const workspaceId = readId(c, 'id', 'workspace');
      return c.json(
        await searches.ofWorkspace(
          searcherOf(c),
          workspaceId,
          await readBody(c, searchInputSchema),
          'api',
        ),
      );
    },
  );

  routes.post(
    '/datasets/:id/search',
    member,
    late,
    describeRoute('searchDataset', 'Search a dataset', {
      body: searchInputSchema,
      returns: searchResponseSchema,
    }),
    async (c) => {
      const input = await readBody(c, searchInputSchema);
      return c.json(await searches.ofDataset(searcherOf(c), readId(c, 'id', 'dataset'), input));
    },
  );

  routes.post(
    '/search',
    member,
    late,
    describeRoute('searchOrganization', 'Search the datasets of the organization', {
      body: searchInputSchema,
      returns: searchResponseSchema,
    }),
    async (c) => {
      const input = await readBody(c, searchInputSchema);
      return c.json(
        await searches.ofOrganization(searcherOf(c), (id) => mayUse(c, 'datasetIds', id), input),
      );
    },
  );

  return routes;
}
