const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

const steps = [
  { until: HOUR, unit: 'minute', length: MINUTE },
  { until: DAY, unit: 'hour', length: HOUR },
  { until: WEEK, unit: 'day', length: DAY },
] as const;

/** Returns a time relative to `now`, both in milliseconds: `just now`, `5 minutes ago`, `in 3 days`; undefined from a week on. */
export function formatRelativeTime(time: number, now: number): string | undefined {
  const away = time - now;
  const distance = Math.abs(away);
  if (distance < MINUTE) return 'just now';
  const step = steps.find(({ until }) => distance < until);
  return step && relative.format(Math.trunc(away / step.length), step.unit);
}

/** Returns the time to the minute, for a tooltip. */
export function formatExactTime(time: number): string {
  return exact.format(time);
}
