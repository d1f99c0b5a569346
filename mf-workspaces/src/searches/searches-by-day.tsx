import { SEARCH_LOG_DAYS, type SearchLog } from '@carrel/shared/contract';
import { Box, Flex, Grid, Link, Text } from '@carrel/shared/ui';
import { DayPlot, DayTable, lastDays } from '@carrel/shared/ui/signed-in';
import { useState } from 'react';
import type { ReactNode } from 'react';

type Days = SearchLog['days'];

interface SearchesByDayProps {
  days: Days;
  /** The address of the questions without results; undefined where there are none. */
  questions: string | undefined;
}

const SEARCHES = {
  label: 'Searches',
  tone: 'info' as const,
  valueOf: ({ searches }: Days[number]) => searches,
};
const WITHOUT_RESULTS = {
  label: 'Without results',
  tone: 'danger' as const,
  valueOf: ({ without_results: withoutResults }: Days[number]) => withoutResults,
};

const COLUMNS = [
  ...[SEARCHES, WITHOUT_RESULTS].map(({ label, valueOf }) => ({
    label,
    textOf: (day: Days[number]) => valueOf(day).toLocaleString('en-US'),
  })),
  { label: '95% took at most', textOf: ({ p95 }: Days[number]) => p95Text(p95) },
];

/** Returns a time that most searches kept, such as "50 ms" or "1.5 s". */
const p95Text = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;

/** The searches of each day and those without results as plots, and the same as a table for screen readers. */
export function SearchesByDay({ days, questions }: SearchesByDayProps) {
  const [shown] = useState(() => lastDays(SEARCH_LOG_DAYS, Date.now()));
  const known = days.filter(({ day }) => shown.includes(day));
  return (
    <Box as="figure">
      <Totals days={known} questions={questions} />
      <Grid gap="6" gridTemplateColumns="repeat(auto-fit, minmax(min(20rem, 100%), 1fr))">
        {[SEARCHES, WITHOUT_RESULTS].map((part) => (
          <DayPlot key={part.label} title={part.label} shown={shown} days={known} parts={[part]} />
        ))}
      </Grid>
      <DayTable caption="Searches by day" days={known} columns={COLUMNS} />
    </Box>
  );
}

interface TotalsProps {
  days: Days;
  questions: string | undefined;
}

function Totals({ days, questions }: TotalsProps) {
  const searches = days.reduce((sum, day) => sum + day.searches, 0);
  const withoutResults = days.reduce((sum, day) => sum + day.without_results, 0);
  const p95 = days.at(-1)?.p95;
  const without = withoutResults.toLocaleString('en-US');
  return (
    <Flex as="dl" wrap="wrap" columnGap="10" rowGap="3" mb="6">
      <Figure term="Searches">{searches.toLocaleString('en-US')}</Figure>
      <Figure term="Without results">
        {questions === undefined ? (
          without
        ) : (
          <Link
            fontWeight="inherit"
            href={questions}
            aria-label={`${without}: to the questions without results`}
          >
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
