import { timeLeftText } from '@carrel/shared/ui/signed-in';

/** Documents that waited at a time, in milliseconds of a monotonic clock. */
export interface Reading {
  at: number;
  waiting: number;
}

const WINDOW_MS = 60_000;
const SHORTEST_MS = 4000;

/** Returns the readings of the last minute, with a new one. */
export function withReading(readings: readonly Reading[], reading: Reading): readonly Reading[] {
  return [...readings.filter(({ at }) => reading.at - at <= WINDOW_MS), reading];
}

/**
 * Returns the documents per second that were finished over the last minute; null while that is not known.
 * Readings between which more documents came are left out: they do not tell how many were finished.
 */
export function rateOf(readings: readonly Reading[]): number | null {
  let took = 0;
  let finished = 0;
  for (const [index, next] of readings.entries()) {
    const before = readings[index - 1];
    if (before === undefined || next.waiting > before.waiting) continue;
    took += next.at - before.at;
    finished += before.waiting - next.waiting;
  }
  return took < SHORTEST_MS ? null : (finished / took) * 1000;
}

/** Returns a speed, such as "385/s" or "12/min"; null when nothing is finished. */
export function rateText(rate: number | null): string | null {
  if (rate === null || rate <= 0) return null;
  if (rate >= 1) return `${Math.round(rate).toLocaleString('en-US')}/s`;
  return `${Math.max(1, Math.round(rate * 60))}/min`;
}

/** Returns the time left, such as "about 3 min left", in steps that do not change with every reading. */
export function timeLeft(waiting: number, rate: number | null): string | null {
  if (waiting === 0 || rate === null || rate <= 0) return null;
  return timeLeftText(waiting / rate);
}
