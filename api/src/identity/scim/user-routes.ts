import { isDeepStrictEqual } from 'node:util';

import { SCIM_USERS_MAX } from '@carrel/shared/contract/sign-in';
import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';

import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { forbidden, notFound } from '../../platform/http/problems.ts';
import { ALL, conditionOf } from './filters/filter-condition.ts';
import { asDirectory, type ScimCall } from './members/scim-call.ts';
import { syncMember } from './members/sync-member.ts';
import { queryAttributes, readAttributes } from './messages/read-attributes.ts';
import { listResponse, readListQuery, readSearch, type ListRequest } from './messages/read-list.ts';
import { readPatch } from './messages/read-patch.ts';
import { requireVersion, sendResource, sendScim } from './scim-response.ts';
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
export function userRoutes(
  dependencies: Dependencies,
  byDirectory: MiddlewareHandler<ApiEnv>,
  base: string,
): Hono<ApiEnv> {
  const { database } = dependencies;
  const limits = new RateLimits(database);
  const routes = new Hono<ApiEnv>();

  const write = <T>(c: ApiContext, work: (call: ScimCall) => Promise<T>) =>
    asDirectory(c, dependencies, limits, work);

  const send = (c: ApiContext, user: ScimUser, status: 200 | 201 = 200) => {
    const resource = userResource(user, base);
    const shown = shownOf(resource, readShown(queryAttributes(c)));
    return sendResource(c, resource, shown, status);
  };

  const list = async (c: ApiContext, { filter, offset, count, shown }: ListRequest) => {
    const { id } = c.get('organization');
    const condition = filter === undefined ? ALL : conditionOf(filter, USER_COMPARISONS);
    const [total, found] = await database.read(id, async (tx) => {
      const users = scimUsersOf(tx, id);
      const page = count === 0 ? [] : await users.list(condition, offset, count);
      return [await users.count(condition), page] as const;
    });
    const resources = found.map((user) => shownOf(userResource(user, base), shown));
    return sendScim(c, listResponse(total, offset, resources));
  };

  /** Changes a user under a lock, and with it the membership. */
  const change = (c: ApiContext, next: (user: ScimUser) => UserFields) =>
    write(c, async (call) => {
      const users = scimUsersOf(call.tx, call.organizationId);
      const user = await users.lock(readId(c, 'id', 'user'));
      if (user === undefined) throw notFound('user');
      requireVersion(c, user.version);
      const fields = next(user);
      const changed = isSame(user, fields) ? user : await users.update(user.id, fields);
      await syncMember(call, changed, user.active);
      return changed;
    });

  routes.get('/', byDirectory, (c) => list(c, readListQuery(c)));

  routes.post('/.search', byDirectory, async (c) => list(c, await readSearch(c)));

  routes.post('/', byDirectory, async (c) => {
    const fields = readUser(await readAttributes(c));
    const user = await write(c, async (call) => {
      const users = scimUsersOf(call.tx, call.organizationId);
      if ((await users.count(ALL)) >= SCIM_USERS_MAX) throw tooMany();
      const created = await users.create(fields);
      await syncMember(call, created, false);
      return created;
    });
    return send(c, user, 201);
  });

  routes.get('/:id', byDirectory, async (c) => {
    const { id: organizationId } = c.get('organization');
    const id = readId(c, 'id', 'user');
    const user = await database.read(organizationId, (tx) =>
      scimUsersOf(tx, organizationId).find(id),
    );
    if (user === undefined) throw notFound('user');
    return send(c, user);
  });

  routes.put('/:id', byDirectory, async (c) => {
    const attributes = await readAttributes(c);
    return send(c, await change(c, (user) => readUser(attributes, user.active)));
  });

  routes.patch('/:id', byDirectory, async (c) => {
    const operations = readPatch(await readAttributes(c));
    return send(c, await change(c, (user) => patchUser(user, operations)));
  });

  routes.delete('/:id', byDirectory, async (c) => {
    await write(c, async (call) => {
      const users = scimUsersOf(call.tx, call.organizationId);
      const user = await users.lock(readId(c, 'id', 'user'));
      if (user === undefined) throw notFound('user');
      requireVersion(c, user.version);
      await syncMember(call, { ...user, active: false }, user.active);
      await users.delete(user.id);
    });
    return c.body(null, 204);
  });

  return routes;
}

/** A patch that changes nothing makes no new version. */
function isSame(user: ScimUser, fields: UserFields): boolean {
  const names = Object.keys(fields) as (keyof UserFields)[];
  return names.every((name) => isDeepStrictEqual(user[name], fields[name]));
}
