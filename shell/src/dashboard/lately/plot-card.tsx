import { OVERVIEW_DAYS } from '@carrel/shared/contract/organization';
import { Stack, Text } from '@carrel/shared/ui';
import { DayLegend, DayPlot, DayTable, lastDays, Panel } from '@carrel/shared/ui/signed-in';
import type { DayPart } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';

import { Slot } from './lately-frame.tsx';

interface PlotCardProps<Day> {
  title: string;
  description: string;
  /** What is counted, above the plot. */
  counted: string;
  /** Those with something on them; undefined for who may not see them. */
  days: readonly Day[] | undefined;
  parts: readonly DayPart<Day>[];
  /** What will be here, or for whom. */
  empty: string;
}

/** Counts of the last 30 days as a plot with a table beside it. */
export function PlotCard<Day extends { day: string }>({
  title,
  description,
  counted,
  days,
  parts,
  empty,
}: PlotCardProps<Day>) {
  const [shown] = useState(() => lastDays(OVERVIEW_DAYS, Date.now()));
  return (
    <Slot kind="plot">
      <Panel title={title} description={description}>
        {days === undefined ? (
          <Text color="fg.muted">{empty}</Text>
        ) : (
          <Stack as="figure" gap="4">
            {days.length === 0 ? (
              <Text color="fg.muted">{empty}</Text>
            ) : (
              <DayLegend days={days} parts={parts} />
            )}
            <DayPlot title={counted} shown={shown} days={days} parts={parts} />
            {days.length > 0 && (
              <DayTable
                caption={title}
                days={days}
                columns={parts.map(({ label, valueOf }) => ({
                  label,
                  textOf: (day: Day) => valueOf(day).toLocaleString('en-US'),
                }))}
              />
            )}
          </Stack>
        )}
      </Panel>
    </Slot>
  );
}
