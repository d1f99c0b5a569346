import {
  REAUTHENTICATION_MINUTES,
  ROLE_NAMES,
  type RoleName,
  type SignInRequirement,
} from '@carrel/shared/contract';

import { Contention } from '../database/database-error.ts';
import type { Database, Queryable } from '../database/database.ts';
import { EVERYTHING, limitReach } from '../database/reach.ts';
import type { CallerSession } from '../http/api-context.ts';
import { keyInvalid, notFound, notSignedIn } from '../http/problems.ts';
import { effectiveRole, heldSql, IS_LIMITED, objectOfPath } from './object-access.ts';
import { readReach, type OpenToMembers } from './read-reach.ts';
import { lockKey, type KeyRights } from './keys/find-key.ts';
import { IS_OF_PROVIDERS, REQUIREMENT, requirementUnmet } from './sign-in-requirement.ts';

/** Runs of one transaction at most, if it loses locks to others. */
const RUNS_MAX = 3;

/** The session of a request, as it was when the request arrived. */
interface Caller {
  id: string;
  sessionId: string;
}

/** Someone who calls in an organization. */
interface MemberCaller extends Caller, OpenToMembers {
  anySession: boolean;
  /** Of the request. */
  path: string;
}

/** What an API key may do needs no session: it never authenticates again. */
const KEY_SESSION: CallerSession = {
  isReauthenticated: false,
  isVouchedFor: false,
  hasProvider: false,
};

interface LockedSession extends CallerSession {
  isOfProviders: boolean;
}

/**
 * Runs `work` in a transaction in which the caller's session is still open. The session is locked
 * until the transaction ends: revoking it, which deletes the row, waits, or the transaction is refused.
 * What updates the row does not wait, so that requests of one session do not wait for each other.
 * @throws {Problem} 401 if the session has ended since the request arrived.
 */
export function asAccount<T>(
  database: Database,
  caller: Caller,
  work: (tx: Queryable, session: CallerSession) => Promise<T>,
): Promise<T> {
  return retried(() => database.transaction(async (tx) => work(tx, await lockSession(tx, caller))));
}

/**
 * The same for a member of an organization, in a tenant's transaction. `check` gets the role that the
 * caller has now. `before` runs ahead of `work`, as the owner of the tables.
 * @throws {Problem} 401 if the session has ended, 404 if the caller is no member any more, 403 if the session does not
 * meet the organization's policy, except for `anySession` where the session is of the account or of the organization.
 */
export function asMember<T>(
  database: Database,
  caller: MemberCaller,
  organizationId: string,
  check: (role: RoleName) => void,
  work: (tx: Queryable, role: RoleName, session: CallerSession) => Promise<T>,
  before?: (tx: Queryable) => Promise<void>,
): Promise<T> {
  return retried(async () => {
    let role: RoleName | undefined;
    let session: LockedSession | undefined;
    return database.tenant(
      organizationId,
      (tx) => {
        if (role === undefined || session === undefined) throw notFound('organization');
        return work(tx, role, session);
      },
      async (tx) => {
        session = await lockSession(tx, caller, { organizationId, path: caller.path });
        const membership = await lockMembership(tx, caller, organizationId);
        if (membership.isLimited) {
          const member = { organizationId, accountId: caller.id };
          await readReach((...read) => tx.query(...read), member, caller);
        } else limitReach(EVERYTHING);
        role = effectiveRole(membership.role, caller.path);
        const isOpen = caller.anySession && (!session.isOfProviders || session.hasProvider);
        if (membership.requirement !== null && !isOpen) {
          throw requirementUnmet(membership.requirement);
        }
        check(role);
        await before?.(tx);
      },
    );
  });
}

/**
 * The same for an API key of an organization. `role` is what the key may do at most. `check` gets what the key may be
 * used for now.
 * @throws {Problem} 401 if the key was revoked or has expired since the request arrived.
 */
export function asKey<T>(
  database: Database,
  key: { id: string; organizationId: string },
  role: RoleName,
  check: (rights: KeyRights) => void,
  work: (tx: Queryable, role: RoleName, session: CallerSession) => Promise<T>,
  before?: (tx: Queryable) => Promise<void>,
): Promise<T> {
  return retried(() =>
    database.tenant(
      key.organizationId,
      (tx) => work(tx, role, KEY_SESSION),
      async (tx) => {
        const rights = await lockKey(tx, key);
        if (rights === undefined) throw keyInvalid();
        limitReach({ ...EVERYTHING, unreachable: rights.unreachable });
        check(rights);
        await before?.(tx);
      },
    ),
  );
}

async function lockSession(
  tx: Queryable,
  { id, sessionId }: Caller,
  { organizationId, path = '' }: { organizationId?: string; path?: string } = {},
): Promise<LockedSession> {
  const object = objectOfPath(path);
  const [holding, held] =
    object === undefined
      ? ['', 'NULL']
      : [heldSql(object.kind, '$4', '$5'), '(SELECT count(*) FROM held)'];
  const [open] = await tx.query<LockedSession>(
    `${holding} SELECT ${held} AS held, NOT ${IS_OF_PROVIDERS} AND s.authenticated_at > now() - $3 * interval '1 minute'
         AS "isReauthenticated",
       coalesce(x.vouched_at > now() - $3 * interval '1 minute', false) AS "isVouchedFor",
       x.session_id IS NOT NULL AS "hasProvider", ${IS_OF_PROVIDERS} AS "isOfProviders"
     FROM sessions s
     LEFT JOIN (SELECT o.session_id, o.vouched_at FROM sso_sessions o
         JOIN identity_providers p
           ON p.organization_id = o.organization_id AND p.issuer = o.issuer AND p.enabled
         WHERE o.organization_id = $4::uuid) x ON x.session_id = s.id
     WHERE s.id = $1 AND s.account_id = $2 AND s.expires_at > now() FOR KEY SHARE OF s`,
    [
      sessionId,
      id,
      REAUTHENTICATION_MINUTES,
      organizationId ?? null,
      ...(object === undefined ? [] : [object.id]),
    ],
  );
  if (open === undefined) throw notSignedIn();
  return open;
}

interface Membership {
  role: RoleName;
  requirement: SignInRequirement | null;
  isLimited: boolean;
}

async function lockMembership(
  tx: Queryable,
  { id, sessionId }: MemberCaller,
  organizationId: string,
): Promise<Membership> {
  const [membership] = await tx.query<Omit<Membership, 'role'> & { rank: number }>(
    `SELECT r.rank, ${REQUIREMENT} AS requirement, ${IS_LIMITED} AS "isLimited" FROM memberships m
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     JOIN sessions s ON s.id = $3
     LEFT JOIN sign_in_policies p ON p.organization_id = m.organization_id
     WHERE m.organization_id = $1 AND m.account_id = $2 FOR SHARE OF m`,
    [organizationId, id, sessionId],
  );
  const role = membership && ROLE_NAMES[membership.rank];
  if (membership === undefined || role === undefined) throw notFound('organization');
  return { ...membership, role };
}

/** Two members who change each other's role wait for each other's lock: the database ends one of them. */
async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Contention) || runs === RUNS_MAX) throw error;
    }
  }
}
