import { expect, test } from 'vitest';

import { kindName } from './kind-name.ts';

test.each([
  ['pdf', 'a.pdf', 'PDF'],
  ['mail', 'a.eml', 'E-mail'],
  ['other', 'photo.JPEG', 'JPEG file'],
  ['other', 'Makefile', 'File'],
  ['other', 'a.something-long', 'File'],
  ['of a later server', 'a.ics', 'ICS file'],
])('%s %s is a %s', (kind, name, shown) => {
  expect(kindName({ kind, name })).toBe(shown);
});
