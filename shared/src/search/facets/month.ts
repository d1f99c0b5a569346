import { monthOfDays } from '../query/day.ts';

const MONTH = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

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
