import { GUEST, type CurrentUser, type SignInRequirement } from '@carrel/shared/contract';

import type { Database } from '../database/database.ts';
import type { Reach } from '../database/reach.ts';
import { ACCESS_VERSION, IS_LIMITED, REACH } from './object-access.ts';
import {
  ALLOWED_METHODS,
  IS_UNRECORDED,
  REQUIREMENT,
  SECOND_FACTOR_FROM,
} from './sign-in-requirement.ts';
import { sha256 } from './session-tokens.ts';
import { GRACE } from './sessions.ts';

/** True if the session `s` has the id `$1` and accepts an access token with the hash `$2`. */
const IS_OPEN = `s.id = $1 AND s.expires_at > now() AND (
  (s.access_hash = $2 AND s.access_expires_at > now())
  OR (s.previous_access_hash = $2 AND now() - s.rotated_at BETWEEN -${GRACE} AND ${GRACE}))`;

/** A valid session and, if an organization was given, the rank of the account's role in it. */
export interface OpenSession {
  id: string;
  accountId: string;
  rank: number | null;
  /** What the session lacks for the policy of the organization. */
  requirement: SignInRequirement | null;
  /** Whether its use should be noted, for the policy of the organization. */
  isUnrecorded: boolean | null;
  /** Where what the account can reach in the organization has to be known, the version of that; empty where it has none. */
  accessVersion: string | null;
}

/** Returns the session of an access token that is valid now, and the account's rank in an organization. */
export async function findSession(
  database: Database,
  accessToken: string,
  organizationId?: string,
): Promise<OpenSession | undefined> {
  const key = keyOf(accessToken);
  if (key === undefined) return undefined;
  const [session] = await database.queryOnce<OpenSession>(
    `SELECT s.id, s.account_id AS "accountId", r.rank,
       CASE WHEN m.account_id IS NOT NULL THEN ${REQUIREMENT} END AS requirement,
       ${IS_UNRECORDED} AS "isUnrecorded", CASE WHEN ${IS_LIMITED} THEN coalesce(${ACCESS_VERSION}::text, '') END AS "accessVersion"
     FROM sessions s
     LEFT JOIN memberships m ON m.organization_id = $3 AND m.account_id = s.account_id
     LEFT JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     LEFT JOIN sign_in_policies p ON p.organization_id = m.organization_id
     WHERE ${IS_OPEN}`,
    [...key, organizationId ?? null],
  );
  return session;
}

/** Returns the signed-in user of an access token in the shape of the API. */
export async function findCurrentUser(
  database: Database,
  accessToken: string,
): Promise<CurrentUser | undefined> {
  const key = keyOf(accessToken);
  if (key === undefined) return undefined;
  const [user] = await database.queryOnce<CurrentUser>(
    `SELECT a.id, a.first_name, a.last_name,
       (SELECT coalesce(json_agg(json_build_array(e.address, e.confirmed_at IS NOT NULL)
          ORDER BY e.confirmed_at NULLS LAST, e.created_at, e.id), '[]')
        FROM account_emails e WHERE e.account_id = a.id) AS email_addresses,
       (SELECT coalesce(json_object_agg(o.id, json_build_object(
          'organization_name', o.name, 'role_name', CASE WHEN m.guest_of IS NULL THEN r.name ELSE '${GUEST}' END, 'requirement', ${REQUIREMENT},
          'second_factor_from', ${SECOND_FACTOR_FROM},
          'allowed_methods', ${ALLOWED_METHODS}) ORDER BY m.created_at, o.id), '{}')
        FROM memberships m
        JOIN organizations o ON o.id = m.organization_id
        JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
        LEFT JOIN sign_in_policies p ON p.organization_id = m.organization_id
        WHERE m.account_id = a.id) AS memberships
     FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE ${IS_OPEN}`,
    key,
  );
  return user;
}

/**
 * Returns what a session can reach of an organization; undefined where it is not open, its account does not belong to the
 * organization or cannot reach a dataset, or it does not meet the policy.
 */
export async function findReach(
  database: Database,
  sessionId: string,
  organizationId: string,
  datasetId: string,
): Promise<Reach | undefined> {
  const [found] = await database.query<{ reach: Reach }>(
    `SELECT ${REACH} AS reach FROM sessions s JOIN memberships m ON m.account_id = s.account_id
     JOIN roles r ON r.organization_id = m.organization_id AND r.id = m.role_id
     LEFT JOIN sign_in_policies p ON p.organization_id = m.organization_id
     WHERE s.id = $1 AND s.expires_at > now() AND m.organization_id = $2 AND (${REQUIREMENT}) IS NULL
       AND is_in_reach(${REACH}->>'unreachable', $3::uuid)`,
    [sessionId, organizationId, datasetId],
  );
  return found?.reach;
}

/** Returns the session id that an access token claims, and the hash that proves it. */
function keyOf(accessToken: string): [sessionId: string, hash: Buffer] | undefined {
  const [sessionId = ''] = accessToken.split('.');
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(sessionId);
  return isId ? [sessionId, sha256(accessToken)] : undefined;
}
