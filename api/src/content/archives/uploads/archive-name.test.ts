import { expect, test } from 'vitest';

import { archiveName } from './archive-name.ts';

test.each([
  ['team-library.zip', 'team-library.zip'],
  ['B%C3%BCcher%20%26%20more.zip', 'Bücher & more.zip'],
  ['Bu%CC%88cher.zip', 'Bücher.zip'],
  ['..%2F..%2Fetc%2Fpasswd', 'passwd'],
  ['C%3A%5CUsers%5Cme%5Ca.zip', 'a.zip'],
  ['%252e%252e%252fa.zip', '%2e%2e%2fa.zip'],
  ['a%0D%0AX-Evil%3A%201.zip', 'aX-Evil: 1.zip'],
  ['a%00b.zip', 'ab.zip'],
  ['%ff%fe.zip', '%ff%fe.zip'],
  ['%E2%80%AEpiz.a', 'piz.a'],
  ['', 'archive.zip'],
  [undefined, 'archive.zip'],
  ['%2F', 'archive.zip'],
  ['..', 'archive.zip'],
  ['a'.repeat(10_000), 'a'.repeat(255)],
])('an upload called %s is the archive %s', (header, name) => {
  expect(archiveName(header)).toBe(name);
});
