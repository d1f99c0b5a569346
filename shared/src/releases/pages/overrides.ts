/** `?override-remote=mf-datasets=http://localhost:3004`, once for each remote; empty for none at all. */
export const OVERRIDE_PARAMETER = 'override-remote';

/** `?disable-remotes=mf-datasets,mf-account`: the console as it is without them. */
export const DISABLE_PARAMETER = 'disable-remotes';

/** Keeps overrides until the browser is closed. The server sees it, and lets the page load from there. */
export const OVERRIDES_COOKIE = 'carrel_overrides';

/** More than there are remotes would be a mistake, or a mischief. */
const OVERRIDES_MAX = 10;

/** A remote that is to come from elsewhere. */
export interface Override {
  remote: string;
  /** Where its `release.json` is: that file, or its folder. */
  url: string;
}

/** What keeps an override from being followed. */
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

/** The value of the cookie that keeps these overrides. */
export function overridesCookieValue(overrides: readonly Override[]): string {
  return encodeURIComponent(overrides.map(({ remote, url }) => `${remote}=${url}`).join(' '));
}

/**
 * The overrides that a page is asked for: those of its query, and those kept from before for other
 * remotes. `search` is the query with its question mark, `cookies` a `Cookie` header or
 * `document.cookie`.
 */
export function wantedOverrides(search: string, cookies: string): Override[] {
  const asked = new URLSearchParams(search).getAll(OVERRIDE_PARAMETER);
  if (asked.some((text) => text.trim() === '')) return [];
  const kept = cookieOf(cookies).split(' ');
  const all = [...kept, ...asked].filter((text) => text !== '').map(parseOverride);
  const byRemote = new Map(all.map((override) => [override.remote, override]));
  return [...byRemote.values()].slice(0, OVERRIDES_MAX);
}

const isThisComputer = ({ hostname }: URL) =>
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/**
 * What keeps an override from being followed; undefined where nothing does. Only the person's own
 * computer may be named: a link with another address in it would run somebody else's code.
 */
export function overrideProblem(
  { remote, url }: Override,
  { environment, registry }: Permissions,
): OverrideProblem | undefined {
  if (!Object.hasOwn(registry.remotes, remote)) return 'unknown-remote';
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return 'no-address';
  if (!isThisComputer(new URL(url))) return 'elsewhere';
  if (environment === 'production' && registry.overridesAllowed !== true) return 'forbidden';
  return undefined;
}
