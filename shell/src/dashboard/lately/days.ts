import { OVERVIEW_DAYS } from '@carrel/shared/contract';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns the days in UTC that an overview covers, such as "2026-11-22", the oldest first. */
export const coveredDays = (now: number): string[] =>
  Array.from({ length: OVERVIEW_DAYS }, (_, index) =>
    new Date(now - (OVERVIEW_DAYS - 1 - index) * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Returns a day in words, such as "Nov 22". */
export const dayText = (day: string): string => format.format(new Date(`${day}T00:00:00Z`));
