/** `?override-remote=mf-datasets=http://localhost:3004`, once for each remote; empty to end all overrides. */
export const OVERRIDE_PARAMETER = 'override-remote';

/** `?disable-remotes=mf-datasets,mf-account`: the console without these remotes. */
export const DISABLE_PARAMETER = 'disable-remotes';

/** Keeps overrides until the browser is closed. The server reads it to allow their origins in the page's policy. */
export const OVERRIDES_COOKIE = 'carrel_overrides';

/** More overrides than there are remotes are a mistake or an attack. */
const OVERRIDES_MAX = 10;

/** A remote that is loaded from another place. */
export interface Override {
  remote: string;
  /** The URL of its `release.json`, or of its folder. */
  url: string;
}

/** Why an override is refused. */
export type OverrideProblem = 'unknown-remote' | 'no-address' | 'elsewhere' | 'forbidden';

interface Permissions {
  environment: string;
  registry: { remotes: Record<string, unknown>; overridesAllowed?: boolean | undefined };
}

function parseOverride(text: string): Override {
  const [remote = '', ...url] = text.split('=');
  return { remote: remote.trim(), url: url.join('=').trim() };
}

function cookieOf(cookies: string): string {
  const text = new RegExp(`(?:^|; *)${OVERRIDES_COOKIE}=([^;]*)`).exec(cookies)?.[1] ?? '';
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** Returns the value of the cookie that keeps these overrides. */
export function overridesCookieValue(overrides: readonly Override[]): string {
  return encodeURIComponent(overrides.map(({ remote, url }) => `${remote}=${url}`).join(' '));
}

/**
 * Returns the overrides of a page: those of its query, and for other remotes those of the cookie.
 * `search` is the query with its question mark, `cookies` a `Cookie` header or
 * `document.cookie`.
 */
export function wantedOverrides(search: string, cookies: string): Override[] {
  const requested = new URLSearchParams(search).getAll(OVERRIDE_PARAMETER);
  if (requested.some((text) => text.trim() === '')) return [];
  const kept = cookieOf(cookies).split(' ');
  const all = [...kept, ...requested].filter((text) => text !== '').map(parseOverride);
  const byRemote = new Map(all.map((override) => [override.remote, override]));
  return [...byRemote.values()].slice(0, OVERRIDES_MAX);
}

/** Returns whether a page applies overrides: not in production, unless the registry allows them. */
export function mayOverride({ environment, registry }: Permissions): boolean {
  return environment !== 'production' || registry.overridesAllowed === true;
}

const isThisComputer = ({ hostname }: URL) =>
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/**
 * Returns why an override is refused; undefined where it is allowed. Only the user's own computer may
 * be named: a link with another address in it would run an attacker's code.
 */
export function overrideProblem(
  { remote, url }: Override,
  permissions: Permissions,
): OverrideProblem | undefined {
  const { registry } = permissions;
  if (!Object.hasOwn(registry.remotes, remote)) return 'unknown-remote';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return 'no-address';
  if (!isThisComputer(new URL(url))) return 'elsewhere';
  if (!mayOverride(permissions)) return 'forbidden';
  return undefined;
}
