const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Returns when something expires, such as "expires in 23 h"; `now` in milliseconds since 1970. */
export function expiryOf(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now;
  if (left < MINUTE) return 'expires within a minute';
  if (left < HOUR) return `expires in ${Math.floor(left / MINUTE)} min`;
  return `expires in ${Math.floor(left / HOUR)} h`;
}
