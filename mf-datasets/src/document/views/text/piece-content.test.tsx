import { renderScreen } from '@carrel/shared/testing';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

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
