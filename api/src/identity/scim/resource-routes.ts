import { Hono } from 'hono';
import type { MiddlewareHandler } from 'hono';

import type { Queryable } from '../../platform/database/database.ts';
import type { Dependencies } from '../../platform/dependencies.ts';
import type { ApiContext, ApiEnv } from '../../platform/http/api-context.ts';
import { readId } from '../../platform/http/bodies/validate.ts';
import { RateLimits } from '../../platform/http/limits/rate-limit.ts';
import { notFound } from '../../platform/http/problems.ts';
import { asDirectory, type ScimCall } from './members/scim-call.ts';
import { readAttributes, type Attributes } from './messages/read-attributes.ts';
import { readListQuery, readSearch, type ListRequest } from './messages/read-list.ts';
import { readPatch, type PatchOperation } from './messages/read-patch.ts';
import { requireVersion } from './scim-response.ts';

/** Who calls: directories, by a middleware that requires their key. */
export interface DirectoryAccess {
  dependencies: Dependencies;
  byDirectory: MiddlewareHandler<ApiEnv>;
}

/** Changes a resource that is locked, and returns what it is then. */
type Change<Resource> = (call: ScimCall, resource: Resource) => Promise<Resource>;

/** What differs between the types of resources. Each reads its attributes before the transaction begins. */
interface ResourceCalls<Resource> {
  noun: 'user' | 'group';
  repositoryOf: (
    tx: Queryable,
    organizationId: string,
  ) => {
    find(id: string): Promise<Resource | undefined>;
    lock(id: string): Promise<Resource | undefined>;
  };
  list: (c: ApiContext, request: ListRequest) => Promise<Response>;
  send: (c: ApiContext, resource: Resource, status?: 200 | 201) => Promise<Response>;
  /** Responds to a PATCH; `send` by default. */
  sendPatched?: (c: ApiContext, resource: Resource) => Promise<Response>;
  create: (attributes: Attributes) => (call: ScimCall) => Promise<Resource>;
  replace: (attributes: Attributes) => Change<Resource>;
  patch: (operations: readonly PatchOperation[]) => Change<Resource>;
  delete: (call: ScimCall, resource: Resource) => Promise<void>;
}

/** Returns the calls of RFC 7644 for resources of one type, below their path. */
export function resourceRoutes<Resource extends { version: number }>(
  { dependencies, byDirectory }: DirectoryAccess,
  calls: ResourceCalls<Resource>,
): Hono<ApiEnv> {
  const { noun, repositoryOf, send, sendPatched = send } = calls;
  const limits = new RateLimits(dependencies.database);
  const routes = new Hono<ApiEnv>();

  const write = <T>(c: ApiContext, work: (call: ScimCall) => Promise<T>) =>
    asDirectory(c, dependencies, limits, work);

  const change = <T>(c: ApiContext, work: (call: ScimCall, resource: Resource) => Promise<T>) =>
    write(c, async (call) => {
      const resource = await repositoryOf(call.tx, call.organizationId).lock(readId(c, 'id', noun));
      if (resource === undefined) throw notFound(noun);
      requireVersion(c, resource.version);
      return work(call, resource);
    });

  routes.get('/', byDirectory, (c) => calls.list(c, readListQuery(c)));

  routes.post('/.search', byDirectory, async (c) => calls.list(c, await readSearch(c)));

  routes.post('/', byDirectory, async (c) => {
    const create = calls.create(await readAttributes(c));
    return send(c, await write(c, create), 201);
  });

  routes.get('/:id', byDirectory, async (c) => {
    const { id: organizationId } = c.get('organization');
    const id = readId(c, 'id', noun);
    const resource = await dependencies.database.read(organizationId, (tx) =>
      repositoryOf(tx, organizationId).find(id),
    );
    if (resource === undefined) throw notFound(noun);
    return send(c, resource);
  });

  routes.put('/:id', byDirectory, async (c) => {
    const replace = calls.replace(await readAttributes(c));
    return send(c, await change(c, replace));
  });

  routes.patch('/:id', byDirectory, async (c) => {
    const patch = calls.patch(readPatch(await readAttributes(c)));
    return sendPatched(c, await change(c, patch));
  });

  routes.delete('/:id', byDirectory, async (c) => {
    await change(c, (call, resource) => calls.delete(call, resource));
    return c.body(null, 204);
  });

  return routes;
}
