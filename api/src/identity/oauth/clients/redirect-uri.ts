/** Names of a person's own computer. A program there listens on a port that it finds free (RFC 8252, 7.3). */
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the address that a code may be sent to: https, or http on the person's own computer, without a user
 * name and a fragment. Undefined for any other.
 */
function parse(uri: string): URL | undefined {
  // A browser would read these differently than a program that registered them.
  if (/[\s\\\p{Cc}]/u.test(uri) || !URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL.has(url.hostname));
  const isPlain = url.username === '' && url.password === '' && !uri.includes('#');
  return isSafe && isPlain ? url : undefined;
}

/** Returns whether a program may register an address. */
export const isRedirectUri = (uri: string): boolean => parse(uri) !== undefined;

/** Returns whether an address is one of those that a program registered: exactly, but for the port of a local one. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  const url = parse(uri);
  if (url === undefined) return false;
  if (registered.includes(uri)) return true;
  return isLocal(uri) && registered.some((one) => withoutPort(one) === withoutPort(uri));
}

/** Returns whether an address is on the person's own computer. */
export function isLocal(uri: string): boolean {
  const url = parse(uri);
  return url?.protocol === 'http:';
}

/** The host that the person is shown; of a local one without its port. */
export function hostOf(uri: string): string {
  const url = new URL(uri);
  return isLocal(uri) ? url.hostname : url.host;
}

function withoutPort(uri: string): string | undefined {
  const url = parse(uri);
  if (url?.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
}
