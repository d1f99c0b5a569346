import { renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';

import { PieceContent } from './piece-content.tsx';
import type { Piece } from './pieces.ts';

const NO_MARKS = { chunk: undefined, matches: [], current: 0 };
const TABLE: Piece = {
  kind: 'table',
  text: ' | Gold | \nNorway | 16 | 8',
  start: 0,
  level: 0,
  page: 0,
  hasHead: true,
};

test('an empty cell of a heading row keeps its column, and is no heading', () => {
  renderScreen(<PieceContent piece={TABLE} marks={NO_MARKS} />);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Gold',
  ]);
  expect(screen.getAllByRole('row').map(({ children }) => children.length)).toEqual([3, 3]);
});

describe('the date of an e-mail', () => {
  const text = 'From: Ada\nDate: 2026-03-13T09:05:00.000Z';
  const MAIL: Piece = { ...TABLE, kind: 'envelope', text, hasHead: false };
  const from = text.indexOf('2026');

  test('is shown as one, and keeps its place', () => {
    renderScreen(<PieceContent piece={MAIL} marks={NO_MARKS} />);
    const time = screen.getByRole('time');
    expect(time.getAttribute('datetime')).toBe('2026-03-13T09:05:00.000Z');
    expect(time.textContent).toMatch(/^Mar 1[234], 2026, \d{1,2}:05 [AP]M$/);
    expect(time.parentElement?.dataset['start']).toBe(String(from));
  });

  test('is shown as it is stored where something is found in it', () => {
    const marks = { ...NO_MARKS, matches: [{ start: from, end: from + 4 }] };
    renderScreen(<PieceContent piece={MAIL} marks={marks} />);
    expect(screen.queryByRole('time')).toBeNull();
    expect(screen.getByText('2026').tagName).toBe('MARK');
  });
});
