import { Box, Flex, Text } from '@carrel/shared/ui';

import { dayText, type ListedDay } from './listed-days.ts';

const WIDTH = 600;
const HEIGHT = 96;
const GAP = 4;

interface DayPlotProps {
  title: string;
  /** Oldest first. */
  days: readonly ListedDay[];
  countOf: (day: ListedDay) => number;
  color: 'info' | 'danger';
}

/** A count of each day as bars. It is for people who see it; a table beside it has the same. */
export function DayPlot({ title, days, countOf, color }: DayPlotProps) {
  const highest = Math.max(1, ...days.map(countOf));
  const step = WIDTH / days.length;
  return (
    <Box aria-hidden minWidth="0">
      <Flex justify="space-between" gap="3" mb="2" fontSize="xs" color="fg.muted">
        <Text as="span" fontSize="sm" fontWeight="medium" color="fg.default">
          {title}
        </Text>
        <Text as="span" fontSize="xs" fontVariantNumeric="tabular-nums">
          at most {highest.toLocaleString('en-US')} a day
        </Text>
      </Flex>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
      >
        {days.map((day, index) => {
          const height = (countOf(day) / highest) * (HEIGHT - 2);
          const column = { x: index * step + GAP / 2, width: step - GAP };
          return (
            <g key={day.day}>
              <title>{`${dayText(day.day)}: ${countOf(day).toLocaleString('en-US')}`}</title>
              <rect x={index * step} width={step} y={0} height={HEIGHT} fill="transparent" />
              <Box asChild color="border.subtle">
                <rect {...column} y={HEIGHT - 1} height={1} fill="currentColor" />
              </Box>
              <Box asChild color={color}>
                <rect {...column} y={HEIGHT - height} height={height} fill="currentColor" />
              </Box>
            </g>
          );
        })}
      </svg>
      <Flex justify="space-between" mt="1" fontSize="xs" color="fg.muted">
        <span>{dayText(days[0]?.day ?? '')}</span>
        <span>{dayText(days.at(-1)?.day ?? '')}</span>
      </Flex>
    </Box>
  );
}
