import { summarySchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { inOrganization } from '../../platform/access/authenticate.ts';
import { summaryOf } from './summary-repository.ts';

/** The counts of the organization in X-Organization-Id. */
export function summaryRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/summary',
    inOrganization(dependencies, { keepers: true }),
    lateReads(database),
    describeRoute('getSummary', 'Count what an organization has', { returns: summarySchema }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      return c.json(await c.var.reads.read(organizationId, (tx) => summaryOf(tx, organizationId)));
    },
  );

  return routes;
}
