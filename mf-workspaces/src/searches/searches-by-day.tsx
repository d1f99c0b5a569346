import type { SearchLog } from '@carrel/shared/contract';
import { Box, Flex, Grid, Link, Text, VisuallyHidden } from '@carrel/shared/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { DayPlot } from './day-plot.tsx';
import { listedDays, dayText, p95Text, type ListedDay } from './listed-days.ts';

interface SearchesByDayProps {
  days: SearchLog['days'];
  /** The address of the questions without results; undefined where there are none. */
  questions: string | undefined;
}

/** The searches of each day and those without results as plots, and the same as a table for screen readers. */
export function SearchesByDay({ days, questions }: SearchesByDayProps) {
  const [now] = useState(() => Date.now());
  const listed = listedDays(days, now);
  return (
    <Box as="figure">
      <Totals days={listed} questions={questions} />
      <Grid gap="6" gridTemplateColumns="repeat(auto-fit, minmax(min(20rem, 100%), 1fr))">
        <DayPlot title="Searches" days={listed} countOf={({ searches }) => searches} color="info" />
        <DayPlot
          title="Without results"
          days={listed}
          countOf={({ withoutResults }) => withoutResults}
          color="danger"
        />
      </Grid>
      <VisuallyHidden>
        <DaysTable days={listed.filter(({ searches }) => searches > 0)} />
      </VisuallyHidden>
    </Box>
  );
}

interface TotalsProps {
  days: readonly ListedDay[];
  questions: string | undefined;
}

function Totals({ days, questions }: TotalsProps) {
  const searches = days.reduce((sum, day) => sum + day.searches, 0);
  const withoutResults = days.reduce((sum, day) => sum + day.withoutResults, 0);
  const p95 = days.findLast((day) => day.p95 !== undefined)?.p95;
  const without = withoutResults.toLocaleString('en-US');
  return (
    <Flex as="dl" wrap="wrap" columnGap="10" rowGap="3" mb="6">
      <Figure term="Searches">{searches.toLocaleString('en-US')}</Figure>
      <Figure term="Without results">
        {questions === undefined ? (
          without
        ) : (
          <Link href={questions} aria-label={`${without}: to the questions without results`}>
            {without}
          </Link>
        )}
      </Figure>
      {p95 !== undefined && <Figure term="95% took at most">{p95Text(p95)}</Figure>}
    </Flex>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <Box>
      <Text as="dt" fontSize="sm" color="fg.muted">
        {term}
      </Text>
      <Text
        as="dd"
        fontSize="2xl"
        fontWeight="semibold"
        letterSpacing="-0.02em"
        fontVariantNumeric="tabular-nums"
      >
        {children}
      </Text>
    </Box>
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
