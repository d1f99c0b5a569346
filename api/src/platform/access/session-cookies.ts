import { SIGNED_IN_COOKIE } from '@carrel/shared/contract';
import { getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';

import type { ApiContext } from '../http/api-context.ts';
import type { Settings } from '../settings/settings.ts';
import type { SessionTokens } from './session-tokens.ts';
import { idleSeconds } from './sessions.ts';

export const ACCESS_COOKIE = 'carrel_access';
export const REFRESH_COOKIE = 'carrel_refresh';

/**
 * What a secure cookie's name begins with: a browser then refuses it from a page without encryption, and
 * `__Host-` also from other hosts of the site. `__Host-` requires the path /, which the refresh cookie does
 * not have: it is sent to one route only.
 */
const SECURE_PREFIX = { [ACCESS_COOKIE]: '__Host-', [REFRESH_COOKIE]: '__Secure-' } as const;

type TokenCookie = keyof typeof SECURE_PREFIX;

type CookieSettings = Pick<Settings, 'publicUrl' | 'accessTtlSeconds' | 'sessionIdleDays'>;

/** Returns the access token of a request. */
export const accessTokenOf = (c: ApiContext) => tokenOf(c, ACCESS_COOKIE);

/** Returns the refresh token of a request. */
export const refreshTokenOf = (c: ApiContext) => tokenOf(c, REFRESH_COOKIE);

/** The name without a prefix is that of http, and that of earlier versions under https. */
function tokenOf(c: ApiContext, name: TokenCookie): string | undefined {
  return getCookie(c, SECURE_PREFIX[name] + name) ?? getCookie(c, name);
}

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
  const setToken = (name: TokenCookie, value: CookieValue, path: string, securePath = path) => {
    if (secure && getCookie(c, name) !== undefined) set(name, ['', 0], { path, httpOnly: true });
    const fullName = secure ? SECURE_PREFIX[name] + name : name;
    set(fullName, value, { path: secure ? securePath : path, httpOnly: true });
  };
  setToken(ACCESS_COOKIE, cookies.access, '/api', '/');
  setToken(REFRESH_COOKIE, cookies.refresh, '/api/v1/accounts/sessions');
  set(SIGNED_IN_COOKIE, cookies.signedIn, { path: '/' });
}
