import { expect, test } from 'vitest';

import { chosenVersions } from './chosen-versions.ts';

test.each([
  ['version=2', { kind: 'text', version: 2 }],
  ['from=1&to=2', { kind: 'comparison', from: 1, to: 2 }],
  ['from=1', { kind: 'comparison', from: 1, to: 3 }],
  ['from=x', { kind: 'comparison', from: 2, to: 3 }],
])('?%s is read', (search, chosen) => {
  expect(chosenVersions(new URLSearchParams(search), [{ number: 3 }, { number: 2 }])).toEqual(
    chosen,
  );
});
