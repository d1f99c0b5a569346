import {
  createdSchema,
  createOrganizationInputSchema,
  organizationListSchema,
  updateOrganizationInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { describeRoute } from '../../platform/http/describe-route.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { auditOf } from '../../platform/access/audit.ts';
import { authenticate, allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../platform/access/reauthentication/require-reauthentication.ts';
import { noteAccessChanges } from '../../platform/access/object-access.ts';
import { roleNeeded } from '../../platform/http/problems.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { searchLogWriterOf } from '../../content/search-log/search-log.ts';
import { deleteOrganization } from './delete-organization.ts';
import {
  createOrganization,
  listOrganizations,
  updateOrganization,
} from './organization-repository.ts';

/** The caller's organizations. */
export function organizationRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const signedIn = authenticate(dependencies);
  const member = inOrganizationOfPath(dependencies);
  const searchLogWriter = searchLogWriterOf(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.post(
    '/organizations',
    signedIn,
    describeRoute('createOrganization', 'Create an organization', {
      body: createOrganizationInputSchema,
      returns: createdSchema,
      status: 201,
    }),
    async (c) => {
      const input = await readBody(c, createOrganizationInputSchema);
      const id = await c.var.transaction(async (tx) => {
        const created = await createOrganization(tx, c.get('account').id, input);
        c.set('organization', { id: created, role: 'Owner' });
        await auditOf(c, tx, 'organization.created', ['organization', created]);
        await keepResponse(c, tx, { id: created });
        return created;
      });
      return c.json({ id }, 201);
    },
  );

  routes.get(
    '/organizations',
    signedIn,
    describeRoute('listOrganizations', 'List the own organizations', {
      returns: organizationListSchema,
    }),
    async (c) => c.json({ organizations: await listOrganizations(database, c.get('account')) }),
  );

  routes.patch(
    '/organizations/:id',
    member,
    allow('Admin', 'change the organization'),
    describeRoute('updateOrganization', 'Change an organization', {
      body: updateOrganizationInputSchema,
    }),
    async (c) => {
      const { id } = c.get('organization');
      const input = await readBody(c, updateOrganizationInputSchema);
      const { search_log: searchLog, admins_take_access: takesAccess } = input;
      await c.var.tenant(async (tx, role) => {
        if (takesAccess !== undefined && role !== 'Owner') {
          throw roleNeeded('Owner', 'change what Admins see');
        }
        await updateOrganization(tx, id, input);
        if (takesAccess !== undefined) await noteAccessChanges(tx, id);
        const details = {
          ...(searchLog !== undefined && { search_log: searchLog ? 'on' : 'off' }),
          ...(takesAccess !== undefined && { admins_take_access: takesAccess ? 'on' : 'off' }),
        };
        await auditOf(c, tx, 'organization.updated', ['organization', id], details);
      });
      if (searchLog !== undefined) searchLogWriter.forget(id);
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/organizations/:id',
    member,
    allow('Owner', 'delete the organization'),
    describeRoute('deleteOrganization', 'Delete an organization'),
    async (c) => {
      const { id } = c.get('organization');
      await c.var.tenant(async (tx, _role, session) => {
        requireReauthentication(session, 'deleteOrganization');
        await deleteOrganization(tx, queue, id);
        await auditOf(c, tx, 'organization.deleted', ['organization', id]);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
