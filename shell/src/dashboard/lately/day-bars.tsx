import { Box, Flex, VisuallyHidden } from '@carrel/shared/ui';
import { useState } from 'react';

import { coveredDays, dayText } from './days.ts';

const WIDTH = 600;
const HEIGHT = 100;
const GAP = 4;

/** One part of each bar: the lowest is the first. */
export interface DaySeries<Day> {
  label: string;
  color: 'success' | 'info' | 'danger' | 'border.control';
  valueOf: (day: Day) => number;
}

interface DayBarsProps<Day> {
  /** The name of the table. */
  caption: string;
  /** Those with something on them. */
  days: readonly Day[];
  series: readonly DaySeries<Day>[];
}

const numbers = new Intl.NumberFormat('en-US');

/** A bar for each day with its parts, their sums above, and the same as a table for screen readers. */
export function DayBars<Day extends { day: string }>({ caption, days, series }: DayBarsProps<Day>) {
  const [covered] = useState(() => coveredDays(Date.now()));
  const found = new Map(days.map((each) => [each.day, each]));
  const partsOf = (day: string) => {
    const known = found.get(day);
    return series.map(({ label, color, valueOf }) => ({
      label,
      color,
      value: known === undefined ? 0 : valueOf(known),
    }));
  };
  const sumOf = (day: string) => partsOf(day).reduce((sum, { value }) => sum + value, 0);
  const highest = Math.max(1, ...covered.map(sumOf));
  const step = WIDTH / covered.length;
  return (
    <Box as="figure">
      <Flex as="ul" listStyleType="none" wrap="wrap" columnGap="5" rowGap="1" mb="3" fontSize="sm">
        {series.map(({ label, color, valueOf }) => (
          <Flex as="li" key={label} align="center" gap="2">
            <Box boxSize="2" borderRadius="full" bg={color} aria-hidden />
            <Box as="span" color="fg.muted">
              {label}
            </Box>
            <Box as="span" fontWeight="medium" fontVariantNumeric="tabular-nums">
              {numbers.format(days.reduce((sum, day) => sum + valueOf(day), 0))}
            </Box>
          </Flex>
        ))}
      </Flex>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden
      >
        {covered.map((day, place) => {
          let top = HEIGHT;
          const parts = partsOf(day);
          const text = parts.map(({ label, value }) => `${label} ${numbers.format(value)}`);
          return (
            <g key={day}>
              <title>{`${dayText(day)}: ${text.join(', ')}`}</title>
              <rect x={place * step} width={step} y={0} height={HEIGHT} fill="transparent" />
              {[{ label: '', color: 'border.subtle', value: 0 }, ...parts].map(
                ({ label, color, value }) => {
                  const height = label === '' ? 1 : (value / highest) * (HEIGHT - 2);
                  top -= label === '' ? 0 : height;
                  return (
                    <Box asChild key={label} color={color}>
                      <rect
                        x={place * step + GAP / 2}
                        width={step - GAP}
                        y={label === '' ? HEIGHT - 1 : top}
                        height={height}
                        fill="currentColor"
                      />
                    </Box>
                  );
                },
              )}
            </g>
          );
        })}
      </svg>
      <Flex justify="space-between" mt="1" fontSize="xs" color="fg.muted" aria-hidden>
        <span>{dayText(covered[0] ?? '')}</span>
        <span>{dayText(covered.at(-1) ?? '')}</span>
      </Flex>
      <VisuallyHidden>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayText(day.day)}</th>
                {series.map(({ label, valueOf }) => (
                  <td key={label}>{numbers.format(valueOf(day))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Box>
  );
}
