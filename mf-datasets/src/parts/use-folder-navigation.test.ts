import { expect, test } from 'vitest';

import { folderAbove, stepsTo } from './use-folder-navigation.ts';

test.each([
  ['', [], ''],
  ['hr', ['hr'], ''],
  ['hr/2024', ['hr', 'hr/2024'], 'hr'],
  ['hr//2024/', ['hr', 'hr/2024'], 'hr'],
  ['räume/täglich/a b', ['räume', 'räume/täglich', 'räume/täglich/a b'], 'räume/täglich'],
])('the way to %j', (path, paths, above) => {
  expect(stepsTo(path).map((step) => step.path)).toEqual(paths);
  expect(folderAbove(path)).toBe(above);
});
