import {
  provisioningSchema,
  updateProvisionedGroupInputSchema,
  updateProvisioningInputSchema,
} from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';

import { auditOf } from '../../../platform/access/audit.ts';
import { allow, inOrganizationOfPath } from '../../../platform/access/authenticate.ts';
import { requireReauthentication } from '../../../platform/access/reauthentication/require-reauthentication.ts';
import type { Dependencies } from '../../../platform/dependencies.ts';
import type { ApiContext, ApiEnv, CallerSession } from '../../../platform/http/api-context.ts';
import { readBody } from '../../../platform/http/bodies/read-body.ts';
import { readId } from '../../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../../platform/http/describe-route.ts';
import { clientAddress } from '../../../platform/http/origins/client-address.ts';
import { notFound } from '../../../platform/http/problems.ts';
import { scimGroupsOf } from '../groups/group-repository.ts';
import { syncRoles } from '../members/sync-roles.ts';
import { scimBase } from '../scim-base.ts';
import { provisioningOf } from './provisioning-repository.ts';

const ALL = '/organizations/:id/provisioning';

/** What people see and decide of the directory of the organization in the path. */
export function provisioningRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database, settings } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies);

  routes.get(
    ALL,
    member,
    allow('Admin', 'see provisioning'),
    describeRoute('readProvisioning', 'Read what the directory has sent', {
      returns: provisioningSchema,
    }),
    async (c) => {
      const { id } = c.get('organization');
      const read = await database.read(id, async (tx) => ({
        default_role: await provisioningOf(tx, id).defaultRole(),
        users: await provisioningOf(tx, id).countUsers(),
        groups: await scimGroupsOf(tx, id).mapped(),
      }));
      return c.json({ base_url: scimBase(settings), ...read });
    },
  );

  routes.patch(
    ALL,
    member,
    allow('Owner', 'change provisioning'),
    describeRoute('updateProvisioning', 'Change the role of members without a mapped group', {
      body: updateProvisioningInputSchema,
    }),
    async (c) => {
      const { id } = c.get('organization');
      const { default_role: role } = await readBody(c, updateProvisioningInputSchema);
      await c.var.tenant(async (tx, _role, session) => {
        requireForAdmins(session, role, 'updateProvisioning');
        const provisioning = provisioningOf(tx, id);
        const former = await provisioning.lockDefaultRole();
        if (former === role) return;
        await provisioning.setDefaultRole(role);
        await auditOf(c, tx, 'provisioning.changed', ['organization', id], {
          from: former,
          to: role,
        });
        await syncRoles(tx, id, 'unmapped', changeOf(c));
      });
      return c.body(null, 204);
    },
  );

  routes.patch(
    `${ALL}/groups/:groupId`,
    member,
    allow('Owner', 'change provisioning'),
    describeRoute('updateProvisionedGroup', 'Change the role that a group gives', {
      body: updateProvisionedGroupInputSchema,
    }),
    async (c) => {
      const { id } = c.get('organization');
      const groupId = readId(c, 'groupId', 'group');
      const { role } = await readBody(c, updateProvisionedGroupInputSchema);
      await c.var.tenant(async (tx, _role, session) => {
        requireForAdmins(session, role, 'updateProvisionedGroup');
        await provisioningOf(tx, id).lockDefaultRole();
        const groups = scimGroupsOf(tx, id);
        const group = await groups.lock(groupId);
        if (group === undefined) throw notFound('group');
        if (group.role === role) return;
        await groups.setRole(groupId, role);
        await auditOf(c, tx, 'provisioning.changed', ['scim_group', groupId], {
          from: group.role ?? 'none',
          to: role ?? 'none',
        });
        await syncRoles(tx, id, { group: groupId }, changeOf(c));
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

/** Makes many Admins at once. */
function requireForAdmins(
  session: CallerSession,
  role: string | null,
  operation: 'updateProvisioning' | 'updateProvisionedGroup',
): void {
  if (role === 'Admin') requireReauthentication(session, operation);
}

/** Who changes roles here, for the audit log. */
const changeOf = (c: ApiContext) => ({
  ip: clientAddress(c),
  details: {},
  accountId: c.get('account').id,
});
