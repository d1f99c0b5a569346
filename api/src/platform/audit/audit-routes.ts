import { auditPageSchema } from '@carrel/shared/contract';
import { auditQuerySchema } from '@carrel/shared/contract/organization';
import { Hono } from 'hono';

import { describeRoute } from '../http/describe-route.ts';
import type { ApiEnv } from '../http/api-context.ts';
import type { Dependencies } from '../dependencies.ts';
import { allow, inOrganizationOfPath } from '../access/authenticate.ts';
import { readQuery } from '../http/bodies/validate.ts';
import { lateReads } from '../http/late-reads.ts';
import { auditRecordsOf } from './audit-repository.ts';

/** The audit records of an organization, for its Owners and Admins. */
export function auditRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/organizations/:id/audit',
    inOrganizationOfPath(dependencies),
    allow('Admin', 'see the activity of the organization'),
    lateReads(database),
    describeRoute('listAuditRecords', 'List the activity of an organization', {
      query: auditQuerySchema,
      returns: auditPageSchema,
    }),
    async (c) => {
      const { id } = c.get('organization');
      const query = readQuery(c, auditQuerySchema);
      return c.json(await c.var.reads.read(id, (tx) => auditRecordsOf(tx, id).page(query)));
    },
  );

  return routes;
}
