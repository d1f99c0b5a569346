import { auditQuerySchema } from '@carrel/shared/contract';
import { Hono } from 'hono';

import type { ApiEnv } from '../http/api-context.ts';
import type { Dependencies } from '../dependencies.ts';
import { allow, inOrganizationOfPath } from '../access/in-organization.ts';
import { readQuery } from '../http/validate.ts';
import { readAuditLog } from './audit-log.ts';

/** Who did what in an organization, for those who answer for it. */
export function auditRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();

  routes.get(
    '/organizations/:id/audit',
    inOrganizationOfPath(dependencies),
    allow('Admin', 'see the activity of the organization'),
    async (c) => {
      const { id } = c.get('organization');
      const query = readQuery(c, auditQuerySchema);
      return c.json(await database.tenant(id, (tx) => readAuditLog(tx, id, query)));
    },
  );

  return routes;
}
