import { expect, test } from 'vitest';

import { makeUser } from '../testing/public.ts';
import { shownEmailOf } from './shown-email.ts';

test.each([
  [
    'the first flagged address',
    [
      ['one@example.com', false],
      ['two@example.com', true],
    ],
    'two@example.com',
  ],
  ['else the first', [['one@example.com', false]], 'one@example.com'],
  ['else the words for none', [], 'No email'],
] satisfies [string, [string, boolean][], string][])(
  'a user is shown with %s',
  (_, email_addresses, shown) => {
    expect(shownEmailOf(makeUser({ email_addresses }))).toBe(shown);
  },
);
