import { ROLE_NAMES, type RoleName } from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';

import type { ApiContext, ApiEnv } from './api-context.ts';
import { authenticate } from './authenticate.ts';
import type { Dependencies } from './dependencies.ts';
import { malformed, notFound, roleNeeded } from './problems.ts';
import { isUuid, readId } from './validate.ts';

const HEADER = 'X-Organization-Id';

type Needs = Pick<Dependencies, 'database'>;

/**
 * Lets members of the organization in X-Organization-Id through, and sets `organization`. Everybody
 * else gets what an id that does not exist gets.
 *
 * @example routes.get('/datasets', inOrganization(dependencies), handler);
 */
export function inOrganization(dependencies: Needs): MiddlewareHandler<ApiEnv> {
  return every(authenticate(dependencies), memberOf(dependencies, readHeader));
}

/**
 * The same, but what cannot set headers, as a browser's EventSource, may name the organization in the
 * query's `organization_id`.
 */
export function inOrganizationOfQuery(dependencies: Needs): MiddlewareHandler<ApiEnv> {
  return every(
    authenticate(dependencies),
    memberOf(dependencies, (c) => {
      const id = c.req.query('organization_id');
      return id !== undefined && c.req.header(HEADER) === undefined && isUuid(id)
        ? id.toLowerCase()
        : readHeader(c);
    }),
  );
}

/** The same for the organization whose id is the path's `id`. */
export function inOrganizationOfPath(dependencies: Needs): MiddlewareHandler<ApiEnv> {
  return every(
    authenticate(dependencies),
    memberOf(dependencies, (c) => readId(c, 'id', 'organization')),
  );
}

/**
 * Lets the role `least` and those above it through. `action` completes "Only an Owner can ...".
 *
 * @example routes.post('/datasets', member, allow('Editor', 'create datasets'), handler);
 */
export function allow(least: RoleName, action: string): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    if (!mayAct(c.get('organization').role, least)) throw roleNeeded(least, action);
    return next();
  };
}

/** Whether `role` is `least` or above it. */
export function mayAct(role: RoleName, least: RoleName): boolean {
  return ROLE_NAMES.indexOf(role) <= ROLE_NAMES.indexOf(least);
}

function memberOf(
  { database }: Needs,
  readOrganizationId: (c: ApiContext) => string,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const id = readOrganizationId(c);
    const [membership] = await database.query<{ rank: number }>(
      `SELECT r.rank FROM memberships m
       JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
       WHERE m.organization_id = $1 AND m.account_id = $2`,
      [id, c.get('account').id],
    );
    const role = membership === undefined ? undefined : ROLE_NAMES[membership.rank];
    if (role === undefined) throw notFound('organization');
    c.set('organization', { id, role });
    return next();
  };
}

function readHeader(c: ApiContext): string {
  const id = c.req.header(HEADER);
  if (id === undefined) throw malformed(`The header ${HEADER} is missing.`);
  if (!isUuid(id)) throw malformed(`The header ${HEADER} must be one organization id.`);
  return id.toLowerCase();
}
