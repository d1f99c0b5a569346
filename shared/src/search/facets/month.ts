const MONTH = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Returns the days of a month such as "2026-11": its first, and the first that is no longer in it. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const to = dateOf(`${month}-01`);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from: `${month}-01`, to: to.toISOString().slice(0, 10) };
}

/** Returns the month that these days are exactly, as "2026-11"; undefined for any others. */
export function monthOfDays(from: string, to: string): string | undefined {
  const month = from.slice(0, 7);
  return from.endsWith('-01') && daysOfMonth(month).to === to ? month : undefined;
}

/** Returns a month in words, such as "November 2026". */
export const monthLabel = (month: string) => MONTH.format(dateOf(`${month}-01`));

/** Returns a period in words. `to` is not included, and either may be empty. */
export function periodLabel(from: string, to: string): string {
  const month = monthOfDays(from, to);
  if (month !== undefined) return monthLabel(month);
  if (to === '') return `From ${DAY.format(dateOf(from))}`;
  if (from === '') return `Before ${DAY.format(dateOf(to))}`;
  return `${DAY.format(dateOf(from))} to before ${DAY.format(dateOf(to))}`;
}
