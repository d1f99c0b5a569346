import { expect, test } from 'vitest';

import { OMISSION_LABELS, omissionsText } from './omissions.ts';

test.each([
  [[], ''],
  [[{ what: 'hidden_row', count: 1 }], '1 hidden row'],
  [
    [
      { what: 'chart_without_data', count: 2 },
      { what: 'embedded_object', count: 1 },
    ],
    '2 charts without data, 1 embedded object',
  ],
  [[{ what: 'formula_without_value', count: 1234 }], '1,234 formulas without a value'],
  [[{ what: 'of_a_later_server', count: 2 }], '2 of a later server'],
  [[{ what: 'constructor', count: 2 }], '2 constructor'],
])('%j is: %s', (omitted, text) => {
  expect(omissionsText(omitted)).toBe(text);
});

test.each(Object.keys(OMISSION_LABELS))('one %s is called otherwise than two', (what) => {
  const one = omissionsText([{ what, count: 1 }]).slice(2);
  const two = omissionsText([{ what, count: 2 }]).slice(2);
  expect(one).not.toBe(two);
});
