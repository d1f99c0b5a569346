const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns the last days in UTC, today among them, such as "2026-11-22", the oldest first. */
export const lastDays = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Returns a day in words, such as "Nov 22". */
export const dayText = (day: string): string => format.format(new Date(`${day}T00:00:00Z`));
