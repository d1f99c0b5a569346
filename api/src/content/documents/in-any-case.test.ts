import { expect, test } from 'vitest';

import { hasInAnyCase } from './in-any-case.ts';

test.each([
  ['Memo', 'ILIKE', '%Memo%'],
  ['100%_\\', 'ILIKE', '%100\\%\\_\\\\%'],
  ['Éa.*', '~', '(?:É|é)(?:a|A)\\.\\*'],
  ['ß', '~', '(?:ß|SS)'],
  ['資料 1', '~', '資料 1'],
])('%s is looked for by %s %s', (text, operator, pattern) => {
  expect(hasInAnyCase(text)).toEqual({ operator, pattern });
});
