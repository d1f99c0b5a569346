import { type Overview, overviewSchema } from '@carrel/shared/contract/organization';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import { inOrganizationOfPath, mayAct } from '../../platform/access/authenticate.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { DatabaseUnavailable, StatementRefused } from '../../platform/database/database-error.ts';
import { lateReads } from '../../platform/http/late-reads.ts';
import { limitsOf, usedOf } from '../../platform/quotas/quota-repository.ts';
import { overviewOf } from './overview-repository.ts';

/** What an overview may take in the database, in milliseconds. */
const DEADLINE_MILLISECONDS = 3000;
/** The state of a statement that took longer. */
const CANCELLED = '57014';

/** What happened lately in the organization in the path. Editors and above see how much people search. */
export function overviewRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/organizations/:id/overview',
    inOrganizationOfPath(dependencies),
    lateReads(database),
    describeRoute('getOverview', 'Get what happened lately in an organization', {
      returns: overviewSchema,
    }),
    async (c) => {
      const { id: organizationId, role } = c.get('organization');
      const read = c.var.reads.read(organizationId, async (tx): Promise<Overview> => {
        await tx.query(`SELECT set_config('statement_timeout', $1, true)`, [
          `${DEADLINE_MILLISECONDS}`,
        ]);
        const of = overviewOf(tx, organizationId);
        const { bytes: limit } = await limitsOf(tx, { organizationId, quotas: settings.quotas });
        const used = await usedOf(tx, organizationId, 'bytes');
        const searches = mayAct(role, 'Editor') ? await of.searches() : {};
        return {
          uploads: await of.uploads(),
          storage: { used, ...(limit === undefined ? {} : { limit }) },
          working: await of.working(),
          failures: await of.failures(),
          ...searches,
        };
      });
      return c.json(await read.catch(refuseLate));
    },
  );

  return routes;
}

function refuseLate(error: unknown): never {
  if (error instanceof StatementRefused && error.code === CANCELLED) {
    throw new DatabaseUnavailable('An overview takes too long', { cause: error });
  }
  throw error;
}
