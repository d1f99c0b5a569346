import { expect, test } from 'vitest';

import { boundedNames } from './bounded-names.ts';

test('names keep an order and are not repeated', () => {
  expect(boundedNames(['b', 'a', 'b'])).toEqual(['a', 'b']);
});

test('as many names are kept as metadata has room for', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `group-${at}@example.com`);
  expect(JSON.stringify(boundedNames(names)).length).toBeLessThan(6100);
  expect(boundedNames(['x'.repeat(7000)])).toEqual([]);
});
