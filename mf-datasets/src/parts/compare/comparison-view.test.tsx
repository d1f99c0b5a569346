import type { TextComparison } from '@carrel/shared/contract';
import { renderScreen } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { ComparisonView } from './comparison-view.tsx';
import { hunksOf } from './hunks.ts';

const COMPARISON: TextComparison = {
  parts: [
    { kind: 'same', text: '', left_out: 5000 },
    { kind: 'same', text: 'The oil is changed every ' },
    { kind: 'removed', text: '5,000 ' },
    { kind: 'added', text: '10,000 ' },
    { kind: 'same', text: 'km. ', left_out: 1200 },
    { kind: 'same', text: 'Brakes are checked ' },
    { kind: 'added', text: 'every year' },
    { kind: 'same', text: '.', left_out: 80 },
  ],
  changes: 2,
  words_removed: 1,
  words_added: 3,
  is_coarse: false,
};

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const region = () => screen.getByRole('region', { name: 'Changes from Version 1 to Version 2' });

test('words that came and went are told by more than their colour', () => {
  renderScreen(<ComparisonView from="Version 1" to="Version 2" comparison={COMPARISON} />);
  expect(
    within(region())
      .getAllByRole('insertion')
      .map(({ textContent }) => textContent),
  ).toEqual(['Added: 10,000.', 'Added: every year.']);
  expect(within(region()).getByRole('deletion').textContent).toContain('Removed: 5,000.');
  expect(region().textContent).toContain('5,000 characters are the same');
  expect(region().textContent).toContain('1,200 characters are the same');
  expect(screen.getByText('3 words added, 1 removed')).toBeDefined();
});

test('buttons lead from change to change, and around', async () => {
  renderScreen(<ComparisonView from="Version 1" to="Version 2" comparison={COMPARISON} />);
  const user = userEvent.setup();
  expect(screen.getByRole('status').textContent).toContain('2 changes');
  await user.click(screen.getByRole('button', { name: 'Next change' }));
  expect(screen.getByRole('status').textContent).toContain('1 of 2');
  expect(screen.getByRole('deletion').dataset['current']).toBe('');
  await user.click(screen.getByRole('button', { name: 'Previous change' }));
  expect(screen.getByRole('status').textContent).toContain('2 of 2');
  expect(screen.getByRole('deletion').dataset['current']).toBeUndefined();
});

test('side by side, each text has its own words only', async () => {
  renderScreen(<ComparisonView from="Version 1" to="Version 2" comparison={COMPARISON} />);
  await userEvent.click(screen.getByRole('button', { name: 'Side by side' }));
  const [before] = screen.getAllByRole('group', { name: 'Version 1' });
  const [now] = screen.getAllByRole('group', { name: 'Version 2' });
  expect(before?.textContent).toContain('The oil is changed every Removed: 5,000. km.');
  expect(now?.textContent).toContain('The oil is changed every Added: 10,000. km.');
});

test('texts with the same words say so', () => {
  const comparison = { parts: [], changes: 0, words_removed: 0, words_added: 0, is_coarse: false };
  renderScreen(<ComparisonView from="a.txt" to="b.txt" comparison={comparison} />);
  expect(screen.getByText('No words differ')).toBeDefined();
});

test('changes that follow one another directly are counted apart', () => {
  const { changes } = hunksOf([
    { kind: 'removed', text: 'a ' },
    { kind: 'added', text: 'b ' },
    { kind: 'same', text: 'c ' },
    { kind: 'added', text: 'd ' },
    { kind: 'same', text: 'e ' },
    { kind: 'removed', text: 'f ' },
  ]);
  expect(changes).toBe(3);
});
