import type { SearchLog } from '@carrel/shared/contract';
import { Box, Flex, Text } from '@carrel/shared/ui';
import { VisuallyHidden } from '@carrel/shared/ui';
import { useState } from 'react';

import { dayText, listedDays, p95Text, type ListedDay } from './listed-days.ts';

const WIDTH = 600;
const HEIGHT = 120;
const GAP = 4;

/** The searches of each day as bars, those without results below, and the same as a table for screen readers. */
export function SearchesByDay({ days }: { days: SearchLog['days'] }) {
  const [now] = useState(() => Date.now());
  const listed = listedDays(days, now);
  const highest = Math.max(1, ...listed.map(({ searches }) => searches));
  const [first, last] = [listed[0], listed.at(-1)];
  return (
    <Box as="figure">
      <Totals days={listed} />
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden
      >
        {listed.map((day, index) => (
          <Bar key={day.day} day={day} place={index} count={listed.length} highest={highest} />
        ))}
      </svg>
      <Flex justify="space-between" mt="1" fontSize="xs" color="fg.muted" aria-hidden>
        <span>{dayText(first?.day ?? '')}</span>
        <span>{dayText(last?.day ?? '')}</span>
      </Flex>
      <VisuallyHidden>
        <DaysTable days={listed.filter(({ searches }) => searches > 0)} />
      </VisuallyHidden>
    </Box>
  );
}

function Totals({ days }: { days: readonly ListedDay[] }) {
  const searches = days.reduce((sum, day) => sum + day.searches, 0);
  const withoutResults = days.reduce((sum, day) => sum + day.withoutResults, 0);
  const p95 = days.findLast((day) => day.p95 !== undefined)?.p95;
  const figures = [
    { term: 'Searches', value: searches.toLocaleString('en-US'), color: 'info' },
    { term: 'Without results', value: withoutResults.toLocaleString('en-US'), color: 'danger' },
    ...(p95 === undefined ? [] : [{ term: '95% took at most', value: p95Text(p95), color: '' }]),
  ];
  return (
    <Flex as="dl" wrap="wrap" columnGap="6" rowGap="2" mb="4">
      {figures.map(({ term, value, color }) => (
        <Box key={term}>
          <Flex as="dt" align="center" gap="2" fontSize="xs" color="fg.muted">
            {color !== '' && <Box boxSize="2" borderRadius="full" bg={color} aria-hidden />}
            {term}
          </Flex>
          <Text as="dd" fontWeight="medium" fontVariantNumeric="tabular-nums">
            {value}
          </Text>
        </Box>
      ))}
    </Flex>
  );
}

interface BarProps {
  day: ListedDay;
  place: number;
  count: number;
  highest: number;
}

function Bar({ day, place, count, highest }: BarProps) {
  const step = WIDTH / count;
  const heightOf = (searches: number) => (searches / highest) * (HEIGHT - 2);
  const without = heightOf(day.withoutResults);
  const withResults = heightOf(day.searches - day.withoutResults);
  const column = { x: place * step + GAP / 2, width: step - GAP };
  return (
    <g>
      <title>{`${dayText(day.day)}: ${day.searches} searches, ${day.withoutResults} without results`}</title>
      <rect x={place * step} width={step} y={0} height={HEIGHT} fill="transparent" />
      <Box asChild color="border.subtle">
        <rect {...column} y={HEIGHT - 1} height={1} fill="currentColor" />
      </Box>
      <Box asChild color="danger">
        <rect {...column} y={HEIGHT - without} height={without} fill="currentColor" />
      </Box>
      <Box asChild color="info">
        <rect
          {...column}
          y={HEIGHT - without - withResults}
          height={withResults}
          fill="currentColor"
        />
      </Box>
    </g>
  );
}

function DaysTable({ days }: { days: readonly ListedDay[] }) {
  return (
    <table>
      <caption>Searches by day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Searches</th>
          <th scope="col">Without results</th>
          <th scope="col">95% took at most</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, searches, withoutResults, p95 }) => (
          <tr key={day}>
            <th scope="row">{dayText(day)}</th>
            <td>{searches}</td>
            <td>{withoutResults}</td>
            <td>{p95 === undefined ? '' : p95Text(p95)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
