import { expect, test } from 'vitest';

import { isZip } from './drop-area.tsx';

test.each([
  ['team.zip', true],
  ['TEAM.ZIP', true],
  ['notes.v2.Zip', true],
  ['.zip', true],
  ['team.zip.exe', false],
  ['team.tar.gz', false],
  ['teamzip', false],
  ['', false],
])('a file named %j is a zip: %s', (name, expected) => {
  expect(isZip(new File([], name))).toBe(expected);
});
