import { CONFIRMATION_HOURS } from '@carrel/shared/contract';
import { getCookie, setCookie } from 'hono/cookie';

import { newSecret, sha256 } from '../../../platform/access/session-tokens.ts';
import type { ApiContext } from '../../../platform/http/api-context.ts';
import type { Settings } from '../../../platform/settings/settings.ts';

const COOKIE = 'carrel_claim';
const SECRET = /^[\w-]{43}$/;

function secretOf(c: ApiContext): string | undefined {
  const value = getCookie(c, COOKIE) ?? '';
  return SECRET.test(value) ? value : undefined;
}

/** Returns the hash of the secret of the browser in which addresses were claimed; undefined in any other. */
export function claimingBrowser(c: ApiContext): Buffer | undefined {
  const secret = secretOf(c);
  return secret === undefined ? undefined : sha256(secret);
}

/** The same, in a browser that claims an address now: it keeps the secret until the link has expired. */
export function bindClaimingBrowser(
  c: ApiContext,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): Buffer {
  const secret = secretOf(c) ?? newSecret();
  setCookie(c, COOKIE, secret, {
    path: '/api/v1/accounts',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: CONFIRMATION_HOURS * 60 * 60,
  });
  return sha256(secret);
}
