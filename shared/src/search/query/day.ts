/** Returns a day such as "2026-11-01" of a URL; empty for what is none. */
export function dayOf(text: string | null): string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return '';
  const date = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text) ? '' : text;
}

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
