import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { lastDays } from '../formats/days.ts';
import { UiProvider } from '../../theme/ui-provider.tsx';
import { DayLegend, DayPlot, DayTable } from './day-plot.tsx';

interface Loans {
  day: string;
  books: number;
  maps: number;
}

const SHOWN = lastDays(3, Date.parse('2026-03-01T01:00:00Z'));
const DAYS: Loans[] = [
  { day: '2026-02-27', books: 1200, maps: 300 },
  { day: '2026-03-01', books: 1, maps: 0 },
];
const PARTS = [
  { label: 'Books', tone: 'info' as const, valueOf: ({ books }: Loans) => books },
  { label: 'Maps', tone: 'danger' as const, valueOf: ({ maps }: Loans) => maps },
];

test('the last days end with today, across months', () => {
  expect(SHOWN).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});

test('a plot has a bar for each day, a scale and its first and last day', () => {
  render(<DayPlot title="Loans" shown={SHOWN} days={DAYS} parts={PARTS} />, {
    wrapper: UiProvider,
  });
  expect(screen.getByText('at most 1,500 a day')).toBeDefined();
  expect(screen.getByText('Feb 27: Books 1,200, Maps 300')).toBeDefined();
  expect(screen.getByText('Feb 28: Books 0, Maps 0')).toBeDefined();
  expect(screen.getByText('Mar 1')).toBeDefined();
});

test('a plot without anything says so in place of its scale', () => {
  render(<DayPlot title="Loans" shown={SHOWN} days={[]} parts={PARTS} />, { wrapper: UiProvider });
  expect(screen.getByText('none')).toBeDefined();
});

test('screen readers have the sums as a list, and the days as a table', () => {
  render(
    <>
      <DayPlot title="Loans" shown={SHOWN} days={DAYS} parts={PARTS} />
      <DayLegend days={DAYS} parts={PARTS} />
      <DayTable
        caption="Loans by day"
        days={DAYS}
        columns={[{ label: 'Books', textOf: ({ books }) => String(books) }]}
      />
    </>,
    { wrapper: UiProvider },
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Books1,201',
    'Maps300',
  ]);
  const table = within(screen.getByRole('table', { name: 'Loans by day' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DayBooks',
    'Feb 271200',
    'Mar 11',
  ]);
});
