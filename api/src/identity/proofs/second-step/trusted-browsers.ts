import { TRUSTED_BROWSER_DAYS } from '@carrel/shared/contract/sign-in';
import { getCookie, setCookie } from 'hono/cookie';

import { newSecret, sha256 } from '../../../platform/access/session-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { Settings } from '../../../platform/settings/settings.ts';

/** Holds a secret for each account that trusts this browser, the last one first. */
const TRUSTED_COOKIE = 'carrel_trusted';

/** Accounts that one browser keeps secrets for. */
const ACCOUNTS_MAX = 5;
/** Of one account. */
const BROWSERS_MAX = 100;

/** Returns the secrets in the cookie of a request. */
export function trustedSecrets(c: ApiContext): string[] {
  const secrets = (getCookie(c, TRUSTED_COOKIE) ?? '').split('.');
  return secrets.filter((secret) => /^[\w-]{43}$/.test(secret)).slice(0, ACCOUNTS_MAX);
}

/** Adds a secret to the cookie. It is sent with sign-ins only, and stays after signing out. */
export function setTrustedCookie(
  c: ApiContext,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  secret: string,
): void {
  const secrets = [secret, ...trustedSecrets(c)].slice(0, ACCOUNTS_MAX);
  setCookie(c, TRUSTED_COOKIE, secrets.join('.'), {
    path: '/api/v1/accounts/login',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: TRUSTED_BROWSER_DAYS * 24 * 60 * 60,
  });
}

/** Reads and changes the browsers that an account is not asked for a second step in. */
export function trustedBrowsersOf(tx: Queryable, accountId: string) {
  return {
    /** Returns whether the account trusts a browser with these secrets. */
    trusts: async (secrets: readonly string[]): Promise<boolean> => {
      const trusted = await tx.query(
        `SELECT 1 FROM trusted_browsers
         WHERE account_id = $1 AND hash = ANY($2::bytea[]) AND expires_at > now()`,
        [accountId, secrets.map(sha256)],
      );
      return trusted.length > 0;
    },

    /** Adds the browser, and returns the secret for its cookie. */
    add: async (): Promise<string> => {
      const secret = newSecret();
      await tx.query(
        `INSERT INTO trusted_browsers (account_id, hash, expires_at)
         VALUES ($1, $2, now() + ${TRUSTED_BROWSER_DAYS} * interval '1 day')`,
        [accountId, sha256(secret)],
      );
      await tx.query(
        `DELETE FROM trusted_browsers WHERE account_id = $1 AND hash IN (
           SELECT hash FROM trusted_browsers WHERE account_id = $1
           ORDER BY created_at DESC OFFSET ${BROWSERS_MAX})`,
        [accountId],
      );
      return secret;
    },

    forgetAll: () => tx.query('DELETE FROM trusted_browsers WHERE account_id = $1', [accountId]),
  };
}
