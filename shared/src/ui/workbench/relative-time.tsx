import { chakra } from '@chakra-ui/react/styled-system';
import { useSyncExternalStore } from 'react';

import { clockTime, subscribeToClock } from './clock.ts';
import { formatDate } from './format-date.ts';
import { formatExactTime, formatRelativeTime } from './format-relative-time.ts';

const Time = chakra('time', { base: { whiteSpace: 'nowrap' } });

/** How long ago something was, kept up to date; the exact time shows on hover, a date after a week. */
export function RelativeTime({ value }: { value: string | null | undefined }) {
  const now = useSyncExternalStore(subscribeToClock, minuteOfClock, minuteOfClock) * 60_000;
  const time = value === null || value === undefined ? Number.NaN : Date.parse(value);
  if (Number.isNaN(time)) return <span>N/A</span>;
  return (
    <Time dateTime={new Date(time).toISOString()} title={formatExactTime(time)}>
      {formatRelativeTime(time, Math.max(now, Date.now())) ?? formatDate(value)}
    </Time>
  );
}

const minuteOfClock = () => Math.floor(clockTime() / 60_000);
