import { SCIM_GROUPS_MAX } from '@carrel/shared/contract/sign-in';
import type { Hono } from 'hono';

import type { Queryable } from '../../../platform/database/database.ts';
import type { ApiContext, ApiEnv } from '../../../platform/http/api-context.ts';
import { forbidden, notFound } from '../../../platform/http/problems.ts';
import { ALL, conditionOf } from '../filter-condition.ts';
import type { ScimCall } from '../members/scim-call.ts';
import { syncRoles } from '../members/sync-roles.ts';
import { queryAttributes } from '../messages/read-attributes.ts';
import { listResponse } from '../messages/read-list.ts';
import { resourceRoutes, type DirectoryAccess } from '../resource-routes.ts';
import { sendResource, sendScim } from '../scim-response.ts';
import { isShown, readShown, shownOf, type Shown } from '../messages/shown-attributes.ts';
import { patchGroup, readGroup, type GroupChange } from './group-change.ts';
import { groupMembersOf } from './group-members.ts';
import {
  GROUP_COMPARISONS,
  scimGroupsOf,
  type ListedGroup,
  type ScimGroup,
} from './group-repository.ts';
import { groupResource } from './group-resource.ts';

/** Members in one page of groups: it has fewer groups than were asked for where they are large. */
const PAGE_MEMBERS_MAX = 20_000;

const tooMany = () =>
  forbidden(`An organization has at most ${SCIM_GROUPS_MAX.toLocaleString('en')} groups.`);

/** The groups that a directory sends: RFC 7644. `base` is the address of all resources. */
export function groupRoutes(access: DirectoryAccess, base: string): Hono<ApiEnv> {
  const { database } = access.dependencies;

  /** Returns groups as they are shown; members are only read where they are. */
  const resourcesOf = async (
    tx: Queryable,
    organizationId: string,
    groups: readonly ScimGroup[],
    shown: Shown,
  ) => {
    const ids = isShown(shown, 'members') ? groups.map(({ id }) => id) : [];
    const members = ids.length === 0 ? [] : await groupMembersOf(tx, organizationId).list(ids);
    const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
    return groups.map((group) => groupResource(group, byGroup.get(group.id) ?? [], base));
  };

  const send = async (c: ApiContext, group: ScimGroup, status: 200 | 201 = 200) => {
    const { id } = c.get('organization');
    const shown = readShown(queryAttributes(c));
    const [resource] = await database.read(id, (tx) => resourcesOf(tx, id, [group], shown));
    if (resource === undefined) throw notFound('group');
    return sendResource(c, resource, shownOf(resource, shown), status);
  };

  return resourceRoutes<ScimGroup>(access, {
    noun: 'group',
    repositoryOf: scimGroupsOf,

    list: async (c, { filter, offset, count, shown }) => {
      const { id } = c.get('organization');
      const condition = filter === undefined ? ALL : conditionOf(filter, GROUP_COMPARISONS);
      const [total, found] = await database.read(id, async (tx) => {
        const groups = scimGroupsOf(tx, id);
        const page = count === 0 ? [] : await groups.list(condition, offset, count);
        const fitting = isShown(shown, 'members') ? fittingOf(page) : page;
        return [await groups.count(condition), await resourcesOf(tx, id, fitting, shown)] as const;
      });
      const resources = found.map((resource) => shownOf(resource, shown));
      return sendScim(c, listResponse(total, offset, resources));
    },

    send,

    // Without a body: a group may be large.
    sendPatched: async (c, group) => {
      if (queryAttributes(c).has('attributes')) return send(c, group);
      c.header('ETag', groupResource(group, [], base).meta.version);
      return c.body(null, 204);
    },

    create: (attributes) => {
      const { displayName, externalId, members } = readGroup(attributes);
      return async (call) => {
        const groups = scimGroupsOf(call.tx, call.organizationId);
        if ((await groups.count(ALL)) >= SCIM_GROUPS_MAX) throw tooMany();
        const created = await groups.create(displayName, externalId ?? null);
        if (members !== undefined) await changeMembers(call, created, members);
        await call.audit('provisioning.group_created', ['scim_group', created.id]);
        return created;
      };
    },

    replace: (attributes) => changeTo(readGroup(attributes)),
    patch: (operations) => changeTo(patchGroup(operations)),

    delete: async (call, group) => {
      const { tx, organizationId } = call;
      const users =
        group.role === null ? [] : await groupMembersOf(tx, organizationId).ids(group.id);
      await call.audit('provisioning.group_deleted', ['scim_group', group.id]);
      await scimGroupsOf(tx, organizationId).delete(group.id);
      if (users.length > 0) await rolesOf(call, users);
    },
  });
}

/** Changes a locked group, and with it the roles of its members. */
const changeTo =
  ({ displayName, externalId, members }: GroupChange) =>
  async (call: ScimCall, group: ScimGroup): Promise<ScimGroup> => {
    const groups = scimGroupsOf(call.tx, call.organizationId);
    const name = displayName ?? group.displayName;
    const external = externalId === undefined ? group.externalId : externalId;
    const isRenamed = name !== group.displayName || external !== group.externalId;
    if (isRenamed) await groups.rename(group.id, name, external);
    const moved = members && (await changeMembers(call, group, members));
    return isRenamed || (moved ?? 0) > 0 ? groups.bump(group.id) : group;
  };

/** Changes who is in a group and which roles that gives, and returns how many joined or left. */
async function changeMembers(
  call: ScimCall,
  group: ScimGroup,
  members: NonNullable<GroupChange['members']>,
): Promise<number> {
  const { tx, organizationId } = call;
  const moved = await groupMembersOf(tx, organizationId).change(group.id, members);
  if (group.role !== null && moved.length > 0) await rolesOf(call, moved);
  return moved.length;
}

const rolesOf = ({ tx, organizationId, ip, by }: ScimCall, users: readonly string[]) =>
  syncRoles(tx, organizationId, { users }, { ip, details: by });

/** The first group is always there, however large it is. */
function fittingOf(page: readonly ListedGroup[]): ListedGroup[] {
  let members = 0;
  return page.filter(({ size }, index) => {
    members += size;
    return index === 0 || members <= PAGE_MEMBERS_MAX;
  });
}
