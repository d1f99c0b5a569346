import { expect, test } from 'vitest';

import { metadataValueFault } from './document-metadata.ts';

const ROUNDED = 'A number is at most 9007199254740991: beyond that it would be rounded';

test.each([
  [Number.MAX_SAFE_INTEGER, undefined],
  [-0.5, undefined],
  [2 ** 53, ROUNDED],
  [-1e20, ROUNDED],
  [Number.POSITIVE_INFINITY, ROUNDED],
  [Number.NaN, ROUNDED],
])('the number %s as a value of metadata: %s', (value, fault) => {
  expect(metadataValueFault(value)).toBe(fault);
});
