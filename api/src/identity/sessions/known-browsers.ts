import { getCookie, setCookie } from 'hono/cookie';

import { newSecret, sha256 } from '../../platform/access/session-tokens.ts';
import { addressKey } from '../../platform/access/address-key.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import type { Settings } from '../../platform/settings/settings.ts';

/** Holds a secret for each account that has signed in in this browser, the last one first. */
export const BROWSER_COOKIE = 'carrel_browser';

/** Browsers do not keep a cookie longer. */
export const BROWSER_DAYS = 400;

const ACCOUNTS_MAX = 5;
// A program that keeps no cookies adds one at each sign-in.
const BROWSERS_MAX = 1000;

/** Returns the secrets in the cookie of a request. */
export function browserSecrets(c: ApiContext): string[] {
  const secrets = (getCookie(c, BROWSER_COOKIE) ?? '').split('.');
  return secrets.filter((secret) => /^[\w-]{43}$/.test(secret)).slice(0, ACCOUNTS_MAX);
}

/** Sets the cookie. It is sent with sign-ins only, and stays after signing out. */
export function setBrowserCookie(
  c: ApiContext,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  secrets: readonly string[],
): void {
  setCookie(c, BROWSER_COOKIE, secrets.join('.'), {
    path: '/api/v1/accounts/login',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: BROWSER_DAYS * 24 * 60 * 60,
  });
}

/** Returns the hash of the secret by which the account of an address knows a browser. */
export async function findKnownBrowser(
  database: Queryable,
  address: string,
  secrets: readonly string[],
): Promise<string | undefined> {
  if (secrets.length === 0) return undefined;
  const [known] = await database.query<{ hash: string }>(
    `SELECT encode(k.hash, 'hex') AS hash FROM known_browsers k
     JOIN account_emails e ON e.account_id = k.account_id
     WHERE e.address_key = $1 AND e.confirmed_at IS NOT NULL AND k.hash = ANY($2::bytea[]) LIMIT 1`,
    [addressKey(address), secrets.map(sha256)],
  );
  return known?.hash;
}

/** Reads and changes the known browsers of one account. */
export function knownBrowsersOf(tx: Queryable, accountId: string) {
  return {
    /** Returns whether the account knows the browser, and notes that it is used. */
    use: async (secrets: readonly string[]): Promise<boolean> => {
      const known = await tx.query(
        `UPDATE known_browsers SET used_at = now()
         WHERE account_id = $1 AND hash = ANY($2::bytea[]) RETURNING hash`,
        [accountId, secrets.map(sha256)],
      );
      return known.length > 0;
    },

    /** Adds the browser, and returns the secrets for its cookie. An account has a secret of its own. */
    add: async (secrets: readonly string[]): Promise<string[]> => {
      const secret = newSecret();
      await tx.query('INSERT INTO known_browsers (account_id, hash) VALUES ($1, $2)', [
        accountId,
        sha256(secret),
      ]);
      await tx.query(
        `DELETE FROM known_browsers WHERE account_id = $1 AND hash IN (
           SELECT hash FROM known_browsers WHERE account_id = $1
           ORDER BY used_at DESC OFFSET ${BROWSERS_MAX})`,
        [accountId],
      );
      return [secret, ...secrets].slice(0, ACCOUNTS_MAX);
    },

    deleteAll: () => tx.query('DELETE FROM known_browsers WHERE account_id = $1', [accountId]),
  };
}

/** Returns whether an account had signed in before the session that has just been opened. */
export async function hasSignedInBefore(
  tx: Queryable,
  accountId: string,
  sessionId: string,
): Promise<boolean> {
  const before = await tx.query(
    `SELECT 1 AS before WHERE EXISTS (SELECT FROM known_browsers WHERE account_id = $1)
       OR EXISTS (SELECT FROM audit_records
         WHERE account_id = $1 AND action = 'session.opened' AND object_id <> $2)`,
    [accountId, sessionId],
  );
  return before.length > 0;
}
