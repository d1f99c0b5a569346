/**
 * Returns the seconds of a `Retry-After`, which has seconds or a date (RFC 9110, 10.2.3); undefined for none and
 * for one that is unreadable. A date is compared with `now`, in ms since 1970: where the response has a `Date`,
 * with that, as the clocks of two machines differ.
 */
export function retryAfterSeconds(
  header: string | null | undefined,
  now = Date.now(),
): number | undefined {
  if (header === null || header === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  // `Date.parse` reads more than dates of HTTP: -3 is a month.
  const date = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Doublings after which any wait has reached its longest; with many more, a first wait of 0 would be no number. */
const DOUBLINGS_MAX = 50;

/** Returns the wait after so many failures in a row, from 1: the first one, doubled with each, up to `most`. */
export const backOff = (
  failures: number,
  { first, most }: { first: number; most: number },
): number => Math.min(most, first * 2 ** Math.min(failures - 1, DOUBLINGS_MAX));
