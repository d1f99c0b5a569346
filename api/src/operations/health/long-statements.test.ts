import { expect, test } from 'vitest';

import { databaseLine, longStatements } from './long-statements.ts';
import { parseMetrics } from './parse-metrics.ts';

const samplesOf = (count: number, within: number, work = 'background') =>
  parseMetrics(
    [
      `carrel_statement_seconds_bucket{work="${work}",le="0.02"} 0`,
      `carrel_statement_seconds_bucket{work="${work}",le="0.05"} ${within}`,
      `carrel_statement_seconds_count{work="${work}"} ${count}`,
    ].join('\n'),
  );

test('an operator is told to use PostgreSQL where background work holds the embedded database for long', () => {
  const [isTrouble, , text] = databaseLine(true, longStatements(samplesOf(2000, 1800)));
  expect(isTrouble).toBe(true);
  expect(text).toMatch(/10 % of the statements .* use PostgreSQL/);
});

test.each([
  ['few are long', samplesOf(2000, 1990)],
  ['there were few', samplesOf(100, 0)],
  ['only requests are long', samplesOf(2000, 0, 'request')],
  ['the database is PostgreSQL', []],
])('nothing is said where %s', (_, samples) => {
  expect(databaseLine(true, longStatements(samples))).toEqual([false, 'Database', 'responding']);
});

test('a database that does not respond is trouble, whatever its statements took', () => {
  expect(databaseLine(false, 50)).toEqual([true, 'Database', 'not responding']);
});
