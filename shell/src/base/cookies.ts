/** Returns the value of a cookie that scripts can read; undefined when there is none. */
export function readCookie(name: string): string | undefined {
  const prefix = `${name}=`;
  return document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Sets a cookie for the whole console, for a number of seconds. */
export function writeCookie(name: string, value: string, seconds: number): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}
