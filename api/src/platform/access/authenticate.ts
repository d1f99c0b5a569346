import {
  ROLE_NAMES,
  type ApiKeyScope,
  type AccessRole,
  type RoleName,
} from '@carrel/shared/contract';
import type { MiddlewareHandler } from 'hono';

import type { Dependencies } from '../dependencies.ts';
import type { ApiContext, ApiEnv } from '../http/api-context.ts';
import { withAccess } from '../http/describe-route.ts';
import type { RouteAccess } from '../http/operation.ts';
import { isUuid, readId } from '../http/bodies/validate.ts';
import { Problem } from '../http/problem.ts';
import {
  forbidden,
  keyMissing,
  malformed,
  notFound,
  notSignedIn,
  roleNeeded,
} from '../http/problems.ts';
import { EVERYTHING, limitReach } from '../database/reach.ts';
import { asAccount, asMember } from './caller-transactions.ts';
import { accessRoleHere, effectiveRole } from './object-access.ts';
import { readReach, type OpenToMembers } from './read-reach.ts';
import { repeatable } from './idempotency/repeatable.ts';
import { keyCallersOf, keyOf } from './key-caller.ts';
import { accessTokenOf } from './session-cookies.ts';
import { requirementUnmet } from './sign-in-requirement.ts';
import { noteUse } from './sessions.ts';
import { findSession, type OpenSession } from './signed-in.ts';
import { confirmed, withRights } from './standing-rights.ts';

/** Requires a session. It is looked up for each request, so that revoking it takes effect immediately. */
export function authenticate({
  database,
}: Pick<Dependencies, 'database'>): MiddlewareHandler<ApiEnv> {
  return withAccess({ session: true }, (c, next) => {
    return withRights(
      c,
      () => requireSession(c, database),
      () => repeatable(c, database, next),
    );
  });
}

/**
 * Sets `account` and returns the session, with the caller's rank in `organizationId` if it is given.
 * @throws {Problem} 401 without a session.
 */
async function requireSession(
  c: ApiContext,
  database: Dependencies['database'],
  organizationId?: string,
): Promise<OpenSession> {
  const token = accessTokenOf(c);
  const session =
    token === undefined ? undefined : await findSession(database, token, organizationId);
  if (session === undefined) throw notSignedIn();
  const account = { id: session.accountId, sessionId: session.id };
  c.set('account', account);
  c.set('transaction', (work) =>
    confirmed(c, work, (ending) => asAccount(database, account, ending)),
  );
  return session;
}

const HEADER = 'X-Organization-Id';

type NeededDependencies = Pick<Dependencies, 'database'>;

/** Who may make a call besides members whose session meets the organization's policy. */
interface OpenTo extends OpenToMembers {
  /** API keys with this scope. */
  keys?: ApiKeyScope;
  /** Members whose session does not meet it too. */
  anySession?: true;
}

/**
 * Requires membership of the organization in X-Organization-Id, and sets `organization`. Other callers
 * get the same 404 as for an unknown id. An API key names its organization itself.
 *
 * @example routes.get('/datasets', inOrganization(dependencies, { keys: 'documents:read' }), handler);
 */
export function inOrganization(
  dependencies: NeededDependencies,
  openTo: OpenTo = {},
): MiddlewareHandler<ApiEnv> {
  return memberOf(dependencies, 'header', openTo);
}

/**
 * The same, but a client that cannot set headers, such as a browser's EventSource, may name the
 * organization in the query's `organization_id`.
 */
export function inOrganizationOfQuery(
  dependencies: NeededDependencies,
  openTo: OpenTo = {},
): MiddlewareHandler<ApiEnv> {
  return memberOf(dependencies, 'query', openTo);
}

/** The same for the organization of the path's `id`. */
export function inOrganizationOfPath(
  dependencies: NeededDependencies,
  openTo: OpenTo = {},
): MiddlewareHandler<ApiEnv> {
  return memberOf(dependencies, 'path', openTo);
}

/** Requires an API key with a scope. For paths whose callers have no sessions. */
export function byKey(
  dependencies: NeededDependencies,
  scope: ApiKeyScope,
): MiddlewareHandler<ApiEnv> {
  const keys = keyCallersOf(dependencies);
  return async (c, next) => {
    const key = keyOf(c);
    if (key === undefined) throw keyMissing();
    return keys.require(c, key, scope, async () => {
      await next();
      return undefined;
    });
  };
}

/**
 * Requires the role `least` or one above it, now and again in each transaction of the request. `action`
 * completes "Only an Owner can ...".
 *
 * @example routes.post('/datasets', member, allow('Editor', 'create datasets'), handler);
 */
export function allow(least: RoleName, action: string): MiddlewareHandler<ApiEnv> {
  return withAccess({ least }, async (c, next) => {
    const permission = { least, action };
    checkRole(c.get('organization').role, permission);
    c.set('permission', permission);
    return next();
  });
}

function checkRole(role: RoleName, { least, action }: ApiEnv['Variables']['permission']): void {
  if (!mayAct(role, least)) throw roleNeeded(least, action);
}

/**
 * Requires that who has a role for the dataset or workspace of the path is a Manager of it, now and again in each
 * transaction of the request. Follows `allow`, which decides where nobody is named.
 */
export function allowManagers(): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const permission = { ...c.get('permission'), managed: true };
    checkAccessRole(accessRoleHere(c.req.path), permission);
    c.set('permission', permission);
    return next();
  };
}

function checkAccessRole(
  role: AccessRole | null,
  { managed = false, action }: ApiEnv['Variables']['permission'],
): void {
  if (managed && role !== null && role !== 'Manager') {
    throw forbidden(`Only a Manager of it can ${action}.`);
  }
}

/** Returns whether `role` is `least` or above it. */
export function mayAct(role: RoleName, least: RoleName): boolean {
  return ROLE_NAMES.indexOf(role) <= ROLE_NAMES.indexOf(least);
}

/** Reads the id of a request's organization, by where the request names it. */
const ORGANIZATION_IDS = {
  header: readHeader,
  query: readQueryOrHeader,
  path: (c: ApiContext) => readId(c, 'id', 'organization'),
} satisfies Record<NonNullable<RouteAccess['organization']>, (c: ApiContext) => string>;

function memberOf(
  { database }: NeededDependencies,
  place: keyof typeof ORGANIZATION_IDS,
  openTo: OpenTo = {},
): MiddlewareHandler<ApiEnv> {
  const keys = keyCallersOf({ database });
  const readOrganizationId = ORGANIZATION_IDS[place];
  const { keys: scope, anySession = false, ...openToMembers } = openTo;
  const access = {
    session: true,
    organization: place,
    ...(scope === undefined ? {} : { keys: scope }),
  } as const;
  return withAccess(access, async (c, next) => {
    const key = keyOf(c);
    if (key !== undefined) {
      return keys.require(c, key, scope, async () => {
        if (place === 'query') requireSame(c);
        return repeatable(c, database, next);
      });
    }
    return withRights(
      c,
      (isAgain) => requireMember(c, isAgain),
      () => repeatable(c, database, next),
    );
  });

  async function requireMember(c: ApiContext, isAgain: boolean): Promise<void> {
    const requested = attempt(() => readOrganizationId(c));
    // A caller without a session gets 401, also if the organization's id is invalid.
    const session = await requireSession(c, database, requested.id);
    const { rank, requirement, accessVersion } = session;
    if (requested.id === undefined) throw requested.problem;
    const ofOrganization = rank === null ? undefined : ROLE_NAMES[rank];
    if (ofOrganization === undefined) throw notFound('organization');
    const { path } = c.req;
    const opening = { ...openToMembers, path };
    if (accessVersion !== null) {
      const member = { organizationId: requested.id, accountId: session.accountId };
      await readReach((...read) => database.queryOnce(...read), member, opening, accessVersion);
    } else limitReach(EVERYTHING);
    const role = effectiveRole(ofOrganization, path);
    if (requirement !== null && !anySession) throw requirementUnmet(requirement);
    // A stream is open without its reader doing anything.
    if (!isAgain && session.isUnrecorded === true && place !== 'query')
      await noteUse(database, session.id);
    const { id } = requested;
    const check = (now: RoleName) => {
      const permission: ApiEnv['Variables']['permission'] | undefined = c.get('permission');
      if (permission === undefined) return;
      checkRole(now, permission);
      checkAccessRole(accessRoleHere(path), permission);
    };
    check(role);
    c.set('organization', { id, role });
    c.set('tenant', (work, before) =>
      confirmed(c, work, (ending) =>
        asMember(
          database,
          { ...c.get('account'), ...opening, anySession },
          id,
          check,
          ending,
          before,
        ),
      ),
    );
  }
}

function attempt(read: () => string): { id: string } | { id: undefined; problem: Problem } {
  try {
    return { id: read() };
  } catch (error) {
    if (error instanceof Problem) return { id: undefined, problem: error };
    throw error;
  }
}

function readQueryOrHeader(c: ApiContext): string {
  const id = c.req.query('organization_id');
  return id !== undefined && c.req.header(HEADER) === undefined && isUuid(id)
    ? id.toLowerCase()
    : readHeader(c);
}

/** Requires that the organization which the query names is that of the key. */
function requireSame(c: ApiContext): void {
  const id = c.req.query('organization_id');
  if (id !== undefined && id.toLowerCase() !== c.get('organization').id) {
    throw notFound('organization');
  }
}

function readHeader(c: ApiContext): string {
  const id = c.req.header(HEADER);
  if (id === undefined) throw malformed(`The header ${HEADER} is missing.`);
  if (!isUuid(id)) throw malformed(`The header ${HEADER} must be one organization id.`);
  return id.toLowerCase();
}
