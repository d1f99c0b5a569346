import { randomUUID } from 'node:crypto';

import type { SignInMethod } from '@carrel/shared/contract';

import { recordAudit } from './audit.ts';
import type { Database, Queryable } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';
import { sessionKey } from './secrets/session-key.ts';
import {
  newSecret,
  readRefreshToken,
  sha256,
  tokensOf,
  type SessionTokens,
  type TokenFamily,
} from './session-tokens.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The lifetimes of a session and of its access tokens. */
export type SessionLifetimes = Pick<
  Settings,
  'accessTtlSeconds' | 'sessionIdleDays' | 'sessionMaxDays'
>;

/** Seconds that a browser stays signed in without activity. */
export const idleSeconds = ({ sessionIdleDays }: Pick<SessionLifetimes, 'sessionIdleDays'>) =>
  sessionIdleDays * DAY_SECONDS;

/** What a caller proved when signing in: an account, by one of its addresses and its password. */
export interface VerifiedCredentials {
  accountId: string;
  addressKey: string;
  passwordHash: string;
}

// Two tabs that refresh with the same cookie, or a browser that lost a response, are not theft.
export const GRACE = `interval '10 seconds'`;

/** SQL that sets what says that the caller of a session has just authenticated. */
export const AUTHENTICATED_NOW = `authenticated_at = now(), seen_at = now(), idle_gap = '0'`;

export interface Visitor {
  userAgent: string | undefined;
  address: string;
}

/** Runs last in the transaction that opens a session. */
type OnOpened = (tx: Queryable, sessionId: string, accountId: string) => Promise<void>;

/** Whose session is opened, where, what was proved for it, and whether that counts as authenticating again. */
export interface SessionClaim extends Visitor {
  accountId: string;
  isReauthenticated: boolean;
  methods: readonly SignInMethod[];
}

/**
 * Creates a session for what `claim` returns in the same transaction, under a lock of the account; undefined
 * if it returns nothing.
 */
export async function openSession(
  database: Database,
  claim: (tx: Queryable) => Promise<SessionClaim | undefined>,
  lifetimes: SessionLifetimes,
  onOpened?: OnOpened,
): Promise<SessionTokens | undefined> {
  const family = { sessionId: randomUUID(), counter: 0, secret: newSecret() };
  const tokens = tokensOf(await sessionKey(database), family);
  const opened = await database.transaction(async (tx) => {
    const claimed = await claim(tx);
    if (claimed === undefined) return false;
    const { accountId, userAgent, address, isReauthenticated, methods } = claimed;
    await tx.query(
      `INSERT INTO sessions (id, account_id, family_hash, access_hash, access_expires_at, user_agent, client_ip, expires_at, authenticated_at, methods)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second', $6, $7, least(now() + $8 * interval '1 second', now() + $9 * interval '1 day'),
         CASE WHEN $10 THEN now() ELSE to_timestamp(0) END, $11::text[])`,
      [
        family.sessionId,
        accountId,
        sha256(family.secret),
        sha256(tokens.access),
        lifetimes.accessTtlSeconds,
        userAgent?.slice(0, 500) ?? null,
        address,
        idleSeconds(lifetimes),
        lifetimes.sessionMaxDays,
        isReauthenticated,
        methods,
      ],
    );
    await recordAudit(tx, {
      action: 'session.opened',
      object: ['session', family.sessionId],
      accountId,
      ip: address,
    });
    await onOpened?.(tx, family.sessionId, accountId);
    return true;
  });
  return opened ? tokens : undefined;
}

/**
 * Returns whether credentials are still those of the account, under a lock. Verifying a password is slow: it may be
 * reset meanwhile. A reset waits for the lock before it ends all sessions.
 */
export async function lockCredentials(
  tx: Queryable,
  { accountId, addressKey, passwordHash }: VerifiedCredentials,
): Promise<boolean> {
  const found = await tx.query(
    `SELECT a.id FROM accounts a JOIN account_emails e ON e.account_id = a.id
     WHERE a.id = $1 AND a.password_hash = $3 AND e.address_key = $2 AND e.confirmed_at IS NOT NULL
     FOR SHARE`,
    [accountId, addressKey, passwordHash],
  );
  return found.length > 0;
}

/**
 * Exchanges a refresh token for its successor. Requests with the same token within 10 seconds of the
 * first get the same successor; an older token ends its session, and `onReuse` runs in the transaction
 * that ends it. Returns undefined for a refused token.
 */
export async function rotateSession(
  database: Database,
  refreshToken: string,
  visitor: Visitor,
  lifetimes: SessionLifetimes,
  onReuse: (tx: Queryable, accountId: string) => Promise<void>,
): Promise<SessionTokens | undefined> {
  const key = await sessionKey(database);
  const family = readRefreshToken(key, refreshToken);
  if (family === undefined) return undefined;
  const successor = tokensOf(key, { ...family, counter: family.counter + 1 });
  const accepted =
    (await rotate(database, family, successor.access, visitor.address, lifetimes)) ||
    (await isDirectParent(database, family));
  if (accepted) return successor;
  await endStolen(database, family, visitor, onReuse);
  return undefined;
}

async function rotate(
  database: Database,
  family: TokenFamily,
  access: string,
  address: string,
  lifetimes: SessionLifetimes,
): Promise<boolean> {
  // One statement, including the audit record: of concurrent requests exactly one rotates.
  const rotated = await database.query(
    `WITH rotated AS (UPDATE sessions SET
       counter = counter + 1,
       rotated_at = now(),
       client_ip = $9,
       previous_access_hash = access_hash,
       access_hash = $4,
       access_expires_at = now() + $5 * interval '1 second',
       expires_at = least(now() + $6 * interval '1 second', created_at + $8 * interval '1 day')
     WHERE id = $1 AND counter = $2 AND family_hash = $3 AND expires_at > now()
     RETURNING id, account_id)
     INSERT INTO audit_records (account_id, action, object_type, object_id, ip)
     SELECT account_id, 'session.renewed', 'session', id, $7 FROM rotated RETURNING id`,
    [
      family.sessionId,
      family.counter,
      sha256(family.secret),
      sha256(access),
      lifetimes.accessTtlSeconds,
      idleSeconds(lifetimes),
      address,
      lifetimes.sessionMaxDays,
      address,
    ],
  );
  return rotated.length === 1;
}

async function isDirectParent(database: Database, family: TokenFamily): Promise<boolean> {
  const found = await database.query(
    `SELECT id FROM sessions
     WHERE id = $1 AND counter = $2 AND family_hash = $3 AND expires_at > now()
       AND now() - rotated_at BETWEEN -${GRACE} AND ${GRACE}`,
    [family.sessionId, family.counter + 1, sha256(family.secret)],
  );
  return found.length === 1;
}

async function endStolen(
  database: Database,
  family: TokenFamily,
  visitor: Visitor,
  onReuse: (tx: Queryable, accountId: string) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [ended] = await tx.query<{ account_id: string; counter: number }>(
      'DELETE FROM sessions WHERE id = $1 AND family_hash = $2 RETURNING account_id, counter',
      [family.sessionId, sha256(family.secret)],
    );
    if (ended === undefined) return;
    await recordAudit(tx, {
      action: 'session.refresh_token_reused',
      object: ['session', family.sessionId],
      accountId: ended.account_id,
      ip: visitor.address,
      details: { presented: family.counter, current: ended.counter },
    });
    await onReuse(tx, ended.account_id);
  });
}

/**
 * Records that the account's password was entered in a session. Changes nothing, and returns false, if
 * the session has ended or the password has changed since it was verified.
 */
export async function confirmPassword(
  tx: Queryable,
  sessionId: string,
  passwordHash: string,
): Promise<boolean> {
  const confirmed = await tx.query(
    `UPDATE sessions s SET ${AUTHENTICATED_NOW},
       methods = CASE WHEN 'password' = ANY(methods) THEN methods ELSE array_append(methods, 'password') END
     FROM accounts a
     WHERE s.id = $1 AND a.id = s.account_id AND a.password_hash = $2 RETURNING s.id`,
    [sessionId, passwordHash],
  );
  return confirmed.length === 1;
}

/** Notes that a session is used now, for the policies of organizations. */
export async function noteUse(database: Queryable, sessionId: string): Promise<void> {
  await database.query(
    `WITH vouched AS (UPDATE sso_sessions x
       SET idle_gap = greatest(x.idle_gap, now() - greatest(s.seen_at, x.vouched_at))
       FROM sessions s WHERE x.session_id = $1 AND s.id = $1)
     UPDATE sessions SET idle_gap = greatest(idle_gap, now() - greatest(seen_at, authenticated_at)),
       seen_at = now() WHERE id = $1`,
    [sessionId],
  );
}

/** Records that the account proved another factor in a session. Returns whether the session is open. */
export async function confirmFactor(
  tx: Queryable,
  sessionId: string,
  method: SignInMethod,
): Promise<boolean> {
  const confirmed = await tx.query(
    `UPDATE sessions SET ${AUTHENTICATED_NOW},
       methods = CASE WHEN $2 = ANY(methods) THEN methods ELSE array_append(methods, $2) END
     WHERE id = $1 RETURNING id`,
    [sessionId, method],
  );
  return confirmed.length === 1;
}

/** Deletes one session of an account. Returns whether it existed. */
export async function endSession(
  tx: Queryable,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const ended = await tx.query(
    'DELETE FROM sessions WHERE id = $1 AND account_id = $2 RETURNING id',
    [sessionId, accountId],
  );
  return ended.length === 1;
}
