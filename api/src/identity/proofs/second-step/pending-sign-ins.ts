import { SECOND_STEP_ATTEMPTS, SECOND_STEP_MINUTES } from '@carrel/shared/contract/sign-in';
import { getCookie, setCookie } from 'hono/cookie';

import { newSecret, sha256 } from '../../../platform/access/session-tokens.ts';
import type { VerifiedCredentials } from '../../../platform/access/sessions.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { Settings } from '../../../platform/settings/settings.ts';

/** Holds the secret of a sign-in whose password was right, until its second step. */
const PENDING_COOKIE = 'carrel_sign_in';

/** Of one account; the latest stay. */
const PENDING_MAX = 20;

/** A sign-in that waits for its second step. */
export interface PendingSignIn extends VerifiedCredentials {
  hash: Uint8Array;
  /** Codes that can still be tried after this one. */
  attemptsLeft: number;
}

const COLUMNS = `hash, account_id AS "accountId", address_key AS "addressKey",
  password_hash AS "passwordHash", ${SECOND_STEP_ATTEMPTS} - attempts AS "attemptsLeft"`;

/** Reads and changes the sign-ins that wait for their second step. */
export function pendingSignIns(tx: Queryable) {
  return {
    /** Adds one, and returns the secret for its cookie. */
    add: async ({ accountId, addressKey, passwordHash }: VerifiedCredentials): Promise<string> => {
      const secret = newSecret();
      await tx.query(
        `INSERT INTO pending_sign_ins (hash, account_id, address_key, password_hash, expires_at)
         VALUES ($1, $2, $3, $4, now() + ${SECOND_STEP_MINUTES} * interval '1 minute')`,
        [sha256(secret), accountId, addressKey, passwordHash],
      );
      await tx.query(
        `DELETE FROM pending_sign_ins WHERE account_id = $1 AND hash IN (
           SELECT hash FROM pending_sign_ins WHERE account_id = $1
           ORDER BY created_at DESC OFFSET ${PENDING_MAX})`,
        [accountId],
      );
      return secret;
    },

    find: async (secret: string): Promise<PendingSignIn | undefined> => {
      const [found] = await tx.query<PendingSignIn>(
        `SELECT ${COLUMNS} FROM pending_sign_ins
         WHERE hash = $1 AND expires_at > now() AND attempts < ${SECOND_STEP_ATTEMPTS}`,
        [sha256(secret)],
      );
      return found;
    },

    /** Counts an attempt, and returns the sign-in; undefined where it has expired, or none is left. */
    attempt: async (secret: string): Promise<PendingSignIn | undefined> => {
      const [found] = await tx.query<PendingSignIn>(
        `UPDATE pending_sign_ins SET attempts = attempts + 1
         WHERE hash = $1 AND expires_at > now() AND attempts < ${SECOND_STEP_ATTEMPTS}
         RETURNING ${COLUMNS}`,
        [sha256(secret)],
      );
      return found;
    },

    /** Locks one that is being completed. Returns whether it still waits. */
    lock: async ({ hash }: PendingSignIn): Promise<boolean> => {
      const locked = await tx.query(
        'SELECT 1 FROM pending_sign_ins WHERE hash = $1 AND expires_at > now() FOR UPDATE',
        [hash],
      );
      return locked.length === 1;
    },

    remove: ({ hash }: PendingSignIn) =>
      tx.query('DELETE FROM pending_sign_ins WHERE hash = $1', [hash]),

    removeAllOf: (accountId: string) =>
      tx.query('DELETE FROM pending_sign_ins WHERE account_id = $1', [accountId]),
  };
}

/** Returns the secret in the cookie of a request. */
export function pendingSecret(c: ApiContext): string | undefined {
  return getCookie(c, PENDING_COOKIE);
}

/** Sets the cookie; without a secret, deletes it. */
export function setPendingCookie(
  c: ApiContext,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  secret: string | undefined,
): void {
  setCookie(c, PENDING_COOKIE, secret ?? '', {
    path: '/api/v1/accounts/login',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: secret === undefined ? 0 : SECOND_STEP_MINUTES * 60,
  });
}
