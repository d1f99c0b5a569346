import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { dayText } from '../formats/days.ts';

const WIDTH = 600;
const HEIGHT = 96;
const GAP = 4;

const Frame = chakra('div', { base: { minWidth: 0 } });
const Line = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '3',
    fontSize: 'xs',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
  },
});
const Bar = chakra('rect', { base: { fill: 'currentColor' } });

const colors = {
  neutral: 'border.control',
  info: 'info',
  success: 'success',
  danger: 'danger',
} as const;

const numbers = new Intl.NumberFormat('en-US');

/** A count of each day: a part of its bar. */
export interface DayPart<Day> {
  label: string;
  tone: 'neutral' | 'info' | 'success' | 'danger';
  valueOf: (day: Day) => number;
}

export interface DayPlotProps<Day> {
  title: ReactNode;
  /** All that are shown, in UTC, such as "2026-11-22", the oldest first. */
  shown: readonly string[];
  /** Those with something on them. */
  days: readonly Day[];
  /** The lowest is the first. */
  parts: readonly DayPart<Day>[];
}

/** A bar for each day. It is for people who see it: a `DayTable` beside it has the same. */
export function DayPlot<Day extends { day: string }>({
  title,
  shown,
  days,
  parts,
}: DayPlotProps<Day>) {
  const known = new Map(days.map((each) => [each.day, each]));
  const columns = shown.map((day) => {
    const found = known.get(day);
    const counts = parts.map(({ label, tone, valueOf }) => ({
      label,
      tone,
      count: found === undefined ? 0 : valueOf(found),
    }));
    return { day, counts, sum: counts.reduce((sum, { count }) => sum + count, 0) };
  });
  const most = Math.max(...columns.map(({ sum }) => sum));
  const step = WIDTH / shown.length;
  return (
    <Frame aria-hidden>
      <Line mb="2" alignItems="baseline">
        <chakra.span fontSize="sm" fontWeight="medium" color="fg.default">
          {title}
        </chakra.span>
        <span>{most === 0 ? 'none' : `at most ${numbers.format(most)} a day`}</span>
      </Line>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
      >
        {columns.map(({ day, counts }, place) => {
          const column = { x: place * step + GAP / 2, width: step - GAP };
          let top = HEIGHT;
          return (
            <g key={day}>
              <title>
                {`${dayText(day)}: ${counts.map(({ label, count }) => `${label} ${numbers.format(count)}`).join(', ')}`}
              </title>
              <rect x={place * step} width={step} y={0} height={HEIGHT} fill="transparent" />
              <Bar {...column} y={HEIGHT - 1} height={1} color="border.subtle" />
              {counts.map(({ label, tone, count }) => {
                const height = (count / Math.max(1, most)) * (HEIGHT - 2);
                top -= height;
                return <Bar key={label} {...column} y={top} height={height} color={colors[tone]} />;
              })}
            </g>
          );
        })}
      </svg>
      <Line mt="1">
        <span>{dayText(shown[0] ?? '')}</span>
        <span>{dayText(shown.at(-1) ?? '')}</span>
      </Line>
    </Frame>
  );
}

const Legend = chakra('ul', {
  base: { display: 'flex', flexWrap: 'wrap', columnGap: '5', rowGap: '1', fontSize: 'sm' },
});
const Dot = chakra('span', { base: { boxSize: '2', borderRadius: 'full' } });

/** The parts of a plot with their sums over all days. */
export function DayLegend<Day>({ days, parts }: Pick<DayPlotProps<Day>, 'days' | 'parts'>) {
  return (
    <Legend>
      {parts.map(({ label, tone, valueOf }) => (
        <chakra.li key={label} display="flex" alignItems="center" gap="2">
          <Dot bg={colors[tone]} aria-hidden />
          <chakra.span color="fg.muted">{label}</chakra.span>
          <chakra.span fontWeight="medium" fontVariantNumeric="tabular-nums">
            {numbers.format(days.reduce((sum, day) => sum + valueOf(day), 0))}
          </chakra.span>
        </chakra.li>
      ))}
    </Legend>
  );
}

export interface DayTableProps<Day> {
  caption: string;
  /** Those with something on them. */
  days: readonly Day[];
  columns: readonly { label: string; textOf: (day: Day) => string }[];
}

/** What plots show, for screen readers. */
export function DayTable<Day extends { day: string }>({
  caption,
  days,
  columns,
}: DayTableProps<Day>) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((each) => (
            <tr key={each.day}>
              <th scope="row">{dayText(each.day)}</th>
              {columns.map(({ label, textOf }) => (
                <td key={label}>{textOf(each)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
