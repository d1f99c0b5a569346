import { isDeepStrictEqual } from 'node:util';

import { SCIM_USERS_MAX } from '@carrel/shared/contract/sign-in';
import type { Hono } from 'hono';

import type { ApiEnv } from '../../platform/http/api-context.ts';
import { forbidden } from '../../platform/http/problems.ts';
import { ALL, conditionOf } from './filter-condition.ts';
import type { ScimCall } from './members/scim-call.ts';
import { syncMember } from './members/sync-member.ts';
import { queryAttributes } from './messages/read-attributes.ts';
import { listResponse } from './messages/read-list.ts';
import { resourceRoutes, type DirectoryAccess } from './resource-routes.ts';
import { sendResource, sendScim } from './scim-response.ts';
import { readShown, shownOf } from './messages/shown-attributes.ts';
import { patchUser } from './users/patch-user.ts';
import { readUser, type UserFields } from './users/user-fields.ts';
import { scimUsersOf, USER_COMPARISONS, type ScimUser } from './users/user-repository.ts';
import { userResource } from './users/user-resource.ts';

const tooMany = () =>
  forbidden(
    `An organization has at most ${SCIM_USERS_MAX.toLocaleString('en')} provisioned users.`,
  );

/** The users that a directory sends: RFC 7644. `base` is the address of all resources. */
export function userRoutes(access: DirectoryAccess, base: string): Hono<ApiEnv> {
  const { database } = access.dependencies;

  return resourceRoutes<ScimUser>(access, {
    noun: 'user',
    repositoryOf: scimUsersOf,

    list: async (c, { filter, offset, count, shown }) => {
      const { id } = c.get('organization');
      const condition = filter === undefined ? ALL : conditionOf(filter, USER_COMPARISONS);
      const [total, found] = await database.read(id, async (tx) => {
        const users = scimUsersOf(tx, id);
        const page = count === 0 ? [] : await users.list(condition, offset, count);
        return [await users.count(condition), page] as const;
      });
      const resources = found.map((user) => shownOf(userResource(user, base), shown));
      return sendScim(c, listResponse(total, offset, resources));
    },

    send: async (c, user, status = 200) => {
      const resource = userResource(user, base);
      const shown = shownOf(resource, readShown(queryAttributes(c)));
      return sendResource(c, resource, shown, status);
    },

    create: (attributes) => {
      const fields = readUser(attributes);
      return async (call) => {
        const users = scimUsersOf(call.tx, call.organizationId);
        if ((await users.count(ALL)) >= SCIM_USERS_MAX) throw tooMany();
        const created = await users.create(fields);
        await syncMember(call, created, false);
        return created;
      };
    },

    replace: (attributes) => changeTo((user) => readUser(attributes, user.active)),
    patch: (operations) => changeTo((user) => patchUser(user, operations)),

    delete: async (call, user) => {
      await syncMember(call, { ...user, active: false }, user.active);
      await scimUsersOf(call.tx, call.organizationId).delete(user.id);
    },
  });
}

/** Changes a locked user, and with it the membership. */
const changeTo =
  (next: (user: ScimUser) => UserFields) =>
  async (call: ScimCall, user: ScimUser): Promise<ScimUser> => {
    const fields = next(user);
    const users = scimUsersOf(call.tx, call.organizationId);
    const changed = isSame(user, fields) ? user : await users.update(user.id, fields);
    await syncMember(call, changed, user.active);
    return changed;
  };

/** A patch that changes nothing makes no new version. */
function isSame(user: ScimUser, fields: UserFields): boolean {
  const names = Object.keys(fields) as (keyof UserFields)[];
  return names.every((name) => isDeepStrictEqual(user[name], fields[name]));
}
