import { getCookie, setCookie } from 'hono/cookie';

import { newSecret } from '../../platform/access/session-tokens.ts';
import type { ApiContext } from '../../platform/http/api-context.ts';
import type { Settings } from '../../platform/settings/settings.ts';

const COOKIE = 'carrel_sso';
const SECRET = /^[\w-]{43}$/;

/** Returns the secret that binds single sign-on to the browser in which it began. */
export function ssoBrowser(c: ApiContext): string | undefined {
  const value = getCookie(c, COOKIE) ?? '';
  return SECRET.test(value) ? value : undefined;
}

/** The same, or a new one. All tabs of a browser share it, and it is kept for `seconds` from now. */
export function bindSsoBrowser(
  c: ApiContext,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
  seconds: number,
): string {
  const secret = ssoBrowser(c) ?? newSecret();
  setCookie(c, COOKIE, secret, {
    path: '/api/v1/accounts/login',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: seconds,
  });
  return secret;
}
