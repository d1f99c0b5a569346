import { SEARCH_LOG_DAYS } from '@carrel/shared/contract';
import type { SearchLog } from '@carrel/shared/contract';

export interface ListedDay {
  /** A day in UTC, such as "2026-11-22". */
  day: string;
  searches: number;
  withoutResults: number;
  /** Milliseconds; undefined for a day without searches. */
  p95: number | undefined;
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Returns every day that is kept, oldest first, also those without a search. */
export function listedDays(days: SearchLog['days'], now: number): ListedDay[] {
  const found = new Map(days.map((each) => [each.day, each]));
  return Array.from({ length: SEARCH_LOG_DAYS }, (_, index) => {
    const time = now - (SEARCH_LOG_DAYS - 1 - index) * DAY_MILLISECONDS;
    const day = new Date(time).toISOString().slice(0, 10);
    const known = found.get(day);
    return {
      day,
      searches: known?.searches ?? 0,
      withoutResults: known?.without_results ?? 0,
      p95: known?.p95,
    };
  });
}

/** Returns a day in words, such as "Nov 22". */
export const dayText = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });

/** Returns a time that most searches kept, such as "50 ms" or "1.5 s". */
export const p95Text = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
