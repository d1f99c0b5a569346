import type { MetadataValue } from '@carrel/shared/contract';
import { expect, test } from 'vitest';

import { typedValue, valueText } from './value-text.ts';

test.each<[string, MetadataValue | undefined, MetadataValue]>([
  [' Ann ', undefined, 'Ann'],
  ['a\n\n b ', 'x', ['a', 'b']],
  ['a', ['x'], ['a']],
  ['2026', undefined, '2026'],
  ['2026', 1, 2026],
  ['soon', 1, 'soon'],
  ['false', true, false],
  ['', ['x'], ''],
])('%j typed in place of %j is %j', (typed, before, value) => {
  expect(typedValue(typed, before)).toEqual(value);
});

test.each<MetadataValue>(['Ann', 3.5, false, ['a', 'b'], ['a']])(
  '%j is typed as it was',
  (value) => {
    expect(typedValue(valueText(value), value)).toEqual(value);
  },
);
