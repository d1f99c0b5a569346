import {
  createdSchema,
  createGroupInputSchema,
  groupDetailSchema,
  groupListSchema,
  GROUPS_MAX,
  updateGroupInputSchema,
} from '@carrel/shared/contract';
import { Hono } from 'hono';

import { auditOf } from '../../platform/access/audit.ts';
import { allow, inOrganizationOfPath } from '../../platform/access/authenticate.ts';
import { noteAccessChange } from '../../platform/access/object-access.ts';
import { recordTakenAccess } from '../../platform/access/taken-access.ts';
import { keepResponse } from '../../platform/access/idempotency/repeatable.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiEnv } from '../../platform/http/api-context.ts';
import { readBody } from '../../platform/http/bodies/read-body.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { describeRoute } from '../../platform/http/describe-route.ts';
import { conflict, notFound } from '../../platform/http/problems.ts';
import { groupsOf } from './group-repository.ts';

/** The groups of the organization in the path. Those of a directory are listed, and changed by the directory only. */
export function groupRoutes(dependencies: Dependencies): Hono<ApiEnv> {
  const { database } = dependencies;
  const routes = new Hono<ApiEnv>();
  const member = inOrganizationOfPath(dependencies, { keepers: true });

  routes.get(
    '/organizations/:id/groups',
    member,
    describeRoute('listGroups', 'List the groups', { returns: groupListSchema }),
    async (c) => {
      const { id } = c.get('organization');
      return c.json({ groups: await database.read(id, (tx) => groupsOf(tx, id).list()) });
    },
  );

  routes.post(
    '/organizations/:id/groups',
    member,
    allow('Admin', 'create groups'),
    describeRoute('createGroup', 'Create a group', {
      body: createGroupInputSchema,
      returns: createdSchema,
      status: 201,
      errors: [409],
    }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const { name, account_ids: accountIds } = await readBody(c, createGroupInputSchema);
      const id = await c.var.tenant(async (tx) => {
        const groups = groupsOf(tx, organizationId);
        if ((await groups.count()) >= GROUPS_MAX) {
          throw conflict(`An organization has at most ${GROUPS_MAX} groups.`);
        }
        const created = await groups.create(name);
        await groups.setMembers(created, accountIds);
        await auditOf(c, tx, 'group.created', ['group', created], { name });
        await keepResponse(c, tx, { id: created });
        return created;
      });
      return c.json({ id }, 201);
    },
  );

  routes.get(
    '/organizations/:id/groups/:groupId',
    member,
    describeRoute('getGroup', 'Get a group with its people', { returns: groupDetailSchema }),
    async (c) => {
      const { id } = c.get('organization');
      const groupId = readId(c, 'groupId', 'group');
      const group = await database.read(id, (tx) => groupsOf(tx, id).find(groupId));
      if (group === undefined) throw notFound('group');
      return c.json(group);
    },
  );

  routes.patch(
    '/organizations/:id/groups/:groupId',
    member,
    allow('Admin', 'change groups'),
    describeRoute('updateGroup', 'Change a group', { body: updateGroupInputSchema, errors: [409] }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const groupId = readId(c, 'groupId', 'group');
      const { name, account_ids: accountIds } = await readBody(c, updateGroupInputSchema);
      await c.var.tenant(async (tx) => {
        await requireOwn(tx, organizationId, groupId);
        const groups = groupsOf(tx, organizationId);
        if (name !== undefined) await groups.rename(groupId, name);
        if (accountIds !== undefined) {
          await groups.setMembers(groupId, accountIds);
          await recordTakenAccess(c, tx);
          await noteAccessChange(tx, await groups.datasetIds(groupId));
        }
        await auditOf(c, tx, 'group.updated', ['group', groupId], {
          ...(name === undefined ? {} : { name }),
          ...(accountIds === undefined ? {} : { people: String(new Set(accountIds).size) }),
        });
      });
      return c.body(null, 204);
    },
  );

  routes.delete(
    '/organizations/:id/groups/:groupId',
    member,
    allow('Admin', 'delete groups'),
    describeRoute('deleteGroup', 'Delete a group', { errors: [409] }),
    async (c) => {
      const { id: organizationId } = c.get('organization');
      const groupId = readId(c, 'groupId', 'group');
      await c.var.tenant(async (tx) => {
        await requireOwn(tx, organizationId, groupId);
        await auditOf(c, tx, 'group.deleted', ['group', groupId]);
        const groups = groupsOf(tx, organizationId);
        const datasetIds = await groups.datasetIds(groupId);
        await groups.delete(groupId);
        await noteAccessChange(tx, datasetIds);
      });
      return c.body(null, 204);
    },
  );

  return routes;
}

/** Locks a group that can be changed here, or refuses. */
async function requireOwn(tx: Queryable, organizationId: string, groupId: string): Promise<void> {
  const groups = groupsOf(tx, organizationId);
  if (await groups.lock(groupId)) return;
  const provisioned = await groups.find(groupId);
  if (provisioned === undefined) throw notFound('group');
  throw conflict('A directory keeps this group. Change it there.');
}
