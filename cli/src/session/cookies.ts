/** A cookie of the server, as far as this client needs it. */
export interface StoredCookie {
  name: string;
  value: string;
  /** It is sent to this path and below. */
  path: string;
}

/** Returns the cookies after a response with these `Set-Cookie` headers. */
export function storeCookies(
  cookies: readonly StoredCookie[],
  setCookies: readonly string[],
): StoredCookie[] {
  const stored = new Map(cookies.map((cookie) => [keyOf(cookie), cookie]));
  for (const header of setCookies) {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const found = new Map(
      attributes.map((attribute) => {
        const [name = '', value = ''] = attribute.split('=');
        return [name.toLowerCase(), value] as const;
      }),
    );
    const cookie = {
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      path: found.get('path') ?? '/',
    };
    const isGone = cookie.value === '' || Number(found.get('max-age') ?? 1) <= 0;
    if (isGone) stored.delete(keyOf(cookie));
    else stored.set(keyOf(cookie), cookie);
  }
  return [...stored.values()];
}

/** Returns the `Cookie` header for a path; undefined without any. */
export function cookieHeader(cookies: readonly StoredCookie[], path: string): string | undefined {
  const sent = cookies.filter(
    (cookie) =>
      path === cookie.path ||
      path.startsWith(cookie.path.endsWith('/') ? cookie.path : `${cookie.path}/`),
  );
  return sent.length === 0
    ? undefined
    : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
}

const keyOf = ({ name, path }: StoredCookie) => `${name}\n${path}`;
