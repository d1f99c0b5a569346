import { type SearchLog, searchLogSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { allow, inOrganization } from '../../platform/access/authenticate.ts';
import { beyondSearching } from '../../platform/access/object-access.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { notFound } from '../../platform/http/problems.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { searchLogOf } from './search-log-repository.ts';
import { p95Of } from './search-times.ts';

/** What people ask of a workspace. Questions may name people: Editors and above see them. */
export function searchLogRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/workspaces/:id/searches',
    inOrganization(dependencies),
    beyondSearching(),
    allow('Editor', 'see what people ask'),
    lateReads(database),
    describeRoute('getSearchLog', 'Get what people ask of a workspace', {
      returns: searchLogSchema,
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const workspaceId = readId(c, 'id', 'workspace');
      const searchLog = await c.var.reads.read(organizationId, async (tx): Promise<SearchLog> => {
        const entries = searchLogOf(tx, organizationId);
        const enabled = await entries.isEnabled(workspaceId);
        if (enabled === undefined) throw notFound('workspace');
        const days = await entries.days(workspaceId);
        const unanswered = await entries.unanswered(workspaceId);
        return {
          enabled,
          days: days.map(({ day, searches, byMcp, withoutResults, times }) => ({
            day,
            searches,
            by_mcp: byMcp,
            without_results: withoutResults,
            p95: p95Of(times),
          })),
          unanswered: unanswered.map(({ query, times, lastAt }) => ({
            query,
            times,
            last_at: lastAt.toISOString(),
          })),
        };
      });
      return c.json(searchLog);
    },
  );

  return routes;
}
