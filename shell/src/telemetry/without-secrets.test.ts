import { expect, test } from 'vitest';

import { withoutSecrets } from './without-secrets.ts';

const TOKEN = 'q3F9-x_7Zk1mN8pR2sT5vW0yB4dG6hJ9lQ3F9x7Zk1mN';

test.each([
  ['Plain words stay.', 'Plain words stay.'],
  [
    'Loading chunk 7 failed (http://a.example/remotes/mf-auth/1/entry.0123456789abcdef.js?x=1)',
    'Loading chunk 7 failed (http://a.example/remotes/mf-auth/1/entry.0123456789abcdef.js)',
  ],
  [
    `Failed to fetch https://a.example/accounts/reset-password/${TOKEN}`,
    'Failed to fetch https://a.example',
  ],
  [`No route matches "/password-reset?token=${TOKEN}&x=1"`, 'No route matches "/password-reset"'],
  [`No route matches /organizations/join/${TOKEN}`, 'No route matches /organizations/join/[token]'],
  ['ada.lovelace+x@mail.example.com, is taken', '[e-mail], is taken'],
  ['No dataset 6f9619ff-8b86-d011-b42d-00c04fc964ff here', 'No dataset [token] here'],
  [
    'Cannot read properties of undefined (reading "aVeryLongNameOfAPropertyIndeed")',
    'Cannot read properties of undefined (reading "aVeryLongNameOfAPropertyIndeed")',
  ],
])('%s', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});

test('a long text is truncated', () => {
  expect(withoutSecrets('word '.repeat(1000))).toHaveLength(300);
});
