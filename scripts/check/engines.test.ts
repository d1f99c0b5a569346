import { globSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { NOT_ON_CITUS, ON_PGBOUNCER, ONLY_ON_CITUS, WITH_VECTOR } from './engines.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Returns the patterns without braces that a pattern stands for. */
function alternativesOf(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern);
  if (braces === null) return [pattern];
  return (braces[1] ?? '')
    .split(',')
    .flatMap((each) => alternativesOf(pattern.replace(braces[0], () => each)));
}

test('each pattern of tests for an engine matches a test', () => {
  const patterns = [...NOT_ON_CITUS, ...ON_PGBOUNCER, ...ONLY_ON_CITUS, ...WITH_VECTOR];
  const unmatched = patterns
    .flatMap(alternativesOf)
    .filter(
      (pattern) => !globSync(pattern, { cwd: ROOT }).some((file) => file.endsWith('.test.ts')),
    );
  expect(unmatched).toEqual([]);
});
