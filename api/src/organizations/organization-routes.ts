import {
  createOrganizationInputSchema,
  joinOrganizationInputSchema,
  updateOrganizationInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import type { ApiEnv } from '../http/api-context.ts';
import { auditOf } from '../access/audit-of.ts';
import { authenticate } from '../access/authenticate.ts';
import type { Dependencies } from '../dependencies.ts';
import { allow, inOrganizationOfPath } from '../access/in-organization.ts';
import { forbidden, malformed } from '../http/problems.ts';
import { readBody } from '../http/read-body.ts';
import { pipelineJobs } from '../pipeline/queues.ts';
import { joinOrganization } from './invitations.ts';
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  updateOrganization,
} from './organization-repository.ts';

/** The caller's organizations, and joining one. */
export function organizationRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, queue } = dependencies;
  const signedIn = authenticate(dependencies);
  const member = inOrganizationOfPath(dependencies);
  const routes = new Hono<ApiEnv>();

  routes.post('/organizations', signedIn, async (c) => {
    const input = await readBody(c, createOrganizationInputSchema);
    const id = await database.transaction(async (tx) => {
      const created = await createOrganization(tx, c.get('account').id, input);
      c.set('organization', { id: created, role: 'Owner' });
      await auditOf(c, tx, 'organization.created', ['organization', created]);
      return created;
    });
    return c.json({ id }, 201);
  });

  routes.get('/organizations', signedIn, async (c) =>
    c.json({ organizations: await listOrganizations(database, c.get('account').id) }),
  );

  routes.post('/organizations/join', signedIn, async (c) => {
    const { invitation_token: token } = await readBody(c, joinOrganizationInputSchema);
    await database.transaction(async (tx) => {
      const accountId = c.get('account').id;
      const joined = await joinOrganization(tx, token, accountId);
      if (joined === undefined) throw malformed('Invalid invitation token');
      if (joined === 'not-invited') {
        throw forbidden('This invitation was sent to an email address that is not yours.');
      }
      c.set('organization', { id: joined.organizationId, role: joined.role });
      await auditOf(c, tx, 'invitation.accepted', ['account', accountId], {
        role: joined.role,
      });
    });
    return c.body(null, 204);
  });

  routes.patch(
    '/organizations/:id',
    member,
    allow('Admin', 'change the organization'),
    async (c) => {
      const { id } = c.get('organization');
      const input = await readBody(c, updateOrganizationInputSchema);
      await database.tenant(id, async (tx) => {
        await updateOrganization(tx, id, input);
        await auditOf(c, tx, 'organization.updated', ['organization', id]);
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/organizations/:id',
    member,
    allow('Owner', 'delete the organization'),
    async (c) => {
      const { id } = c.get('organization');
      await database.tenant(id, async (tx) => {
        await deleteOrganization(tx, id);
        await auditOf(c, tx, 'organization.deleted', ['organization', id]);
        await pipelineJobs.removeOrganization(queue, tx, { organizationId: id });
      });
      return c.body(null, 204);
    },
  );

  return routes;
}
