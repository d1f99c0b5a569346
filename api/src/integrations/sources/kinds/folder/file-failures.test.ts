import { expect, test } from 'vitest';

import { SourceError } from '../../source-error.ts';
import { failureOf } from './file-failures.ts';

const failed = (code: string) => {
  const error = failureOf(
    Object.assign(new Error('failed'), { code }),
    'closed/sub',
    new SourceError('not_found'),
  );
  return `${error.code}: ${error.message}`;
};

test('what cannot be read is never taken for gone', () => {
  expect(failed('EACCES')).toBe(
    `forbidden: The server may not read "closed/sub". Allow it to the server's user, or leave it out by a pattern.`,
  );
  expect(failed('EPERM')).toMatch(/^forbidden: /);
  for (const code of ['EIO', 'ESTALE', 'ENOTCONN', 'ENAMETOOLONG']) {
    expect(failed(code)).toMatch(new RegExp(`^unreachable: .*\\(${code}\\)`));
  }
  expect(failed('ENOENT')).toMatch(/^not_found: /);
});
