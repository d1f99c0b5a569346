import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';

import { subscribeToClock } from './clock.ts';
import { formatDate } from './format-date.ts';
import { formatExactTime, formatRelativeTime } from './format-relative-time.ts';

const Time = chakra('time', { base: { whiteSpace: 'nowrap' } });

/** A relative time, updated automatically; the exact time on hover, a date after a week. */
export function RelativeTime({ value }: { value: string | null | undefined }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => subscribeToClock(() => setNow(Date.now())), []);
  const time = value === null || value === undefined ? Number.NaN : Date.parse(value);
  if (Number.isNaN(time)) return <span>N/A</span>;
  return (
    <Time dateTime={new Date(time).toISOString()} title={formatExactTime(time)}>
      {formatRelativeTime(time, now) ?? formatDate(value)}
    </Time>
  );
}
