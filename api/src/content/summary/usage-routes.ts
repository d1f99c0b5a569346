import { type QuotaName, type Usage, usageSchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { limitsOf, usedOfAll } from '../../platform/quotas/quota-repository.ts';

/** How much of its quotas the organization in the path uses. */
export function usageRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/organizations/:id/usage',
    inOrganizationOfPath(dependencies, { keepers: true }),
    lateReads(database),
    describeRoute('getUsage', 'Get the usage of quotas', { returns: usageSchema }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const usage = await c.var.reads.read(organizationId, async (tx) => {
        const used = await usedOfAll(tx, organizationId);
        const limits = await limitsOf(tx, { organizationId, quotas: settings.quotas });
        const figure = (name: QuotaName) => {
          const limit = limits[name];
          return limit === undefined ? { used: used[name] } : { used: used[name], limit };
        };
        return {
          documents: figure('documents'),
          bytes: figure('bytes'),
          members: figure('members'),
          guests: figure('guests'),
          datasets: figure('datasets'),
        } satisfies Usage;
      });
      return c.json(usage);
    },
  );

  return routes;
}
