import { makeId } from '../../testing/public.ts';
import { makeSearchResult } from '../../testing/public.ts';
import { expect, test } from 'vitest';

import { movementsOf, movementText, resultKey } from '../results/movement.ts';

const results = [0, 1, 2, 3].map((number) =>
  makeSearchResult({ chunk: { number, pages: [], headings: [] } }),
);
const [a, b, c, d] = results as [
  (typeof results)[0],
  (typeof results)[0],
  (typeof results)[0],
  (typeof results)[0],
];

test('each result of a list is above, below, beside or absent from the other', () => {
  const movements = movementsOf([c, b, a, d], [a, b, c]);
  expect(
    [c, b, a, d].map((result) => movementText(movements.get(resultKey(result)) ?? null)),
  ).toEqual(['up 2', 'same place', 'down 2', 'only here']);
});

test('the same chunk of another document is another result', () => {
  const elsewhere = makeSearchResult({ document: { ...a.document, id: makeId(899) } });
  expect(resultKey(elsewhere)).not.toBe(resultKey(a));
});
