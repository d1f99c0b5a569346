import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import { setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

import type { ApiContext } from '../http/api-context.ts';
import type { Settings } from '../settings.ts';
import type { SessionTokens } from './session-tokens.ts';
import { idleSeconds } from './sessions.ts';

export const ACCESS_COOKIE = 'carrel_access';
export const REFRESH_COOKIE = 'carrel_refresh';

type CookieSettings = Pick<Settings, 'publicUrl' | 'accessTtlSeconds' | 'sessionIdleDays'>;

/** Sets the cookies of a session's tokens, and one that tells scripts that there is a session. */
export function setSessionCookies(
  c: ApiContext,
  settings: CookieSettings,
  tokens: SessionTokens,
): void {
  write(c, settings, {
    access: [tokens.access, settings.accessTtlSeconds],
    refresh: [tokens.refresh, idleSeconds(settings)],
    signedIn: ['1', idleSeconds(settings)],
  });
}

export function clearSessionCookies(c: ApiContext, settings: CookieSettings): void {
  write(c, settings, { access: ['', 0], refresh: ['', 0], signedIn: ['', 0] });
}

type CookieValue = [value: string, maxAge: number];

function write(
  c: ApiContext,
  settings: CookieSettings,
  cookies: Record<'access' | 'refresh' | 'signedIn', CookieValue>,
): void {
  const secure = settings.publicUrl.startsWith('https:');
  const set = (name: string, [value, maxAge]: CookieValue, options: CookieOptions) => {
    setCookie(c, name, value, { sameSite: 'Lax', secure, maxAge, ...options });
  };
  set(ACCESS_COOKIE, cookies.access, { path: '/api', httpOnly: true });
  set(REFRESH_COOKIE, cookies.refresh, { path: '/api/v1/accounts/sessions', httpOnly: true });
  set(SIGNED_IN_COOKIE, cookies.signedIn, { path: '/' });
}
