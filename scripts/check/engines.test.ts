import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { beforeAll, expect, test, vi } from 'vitest';

import {
  ALSO_EMBEDDED,
  NOT_ON_CITUS,
  ON_CITUS,
  ON_PGBOUNCER,
  ONLY_ON_CITUS,
  WITH_VECTOR,
} from './engines.ts';

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
  const patterns = [
    ...NOT_ON_CITUS,
    ...ON_PGBOUNCER,
    ...ONLY_ON_CITUS,
    ...WITH_VECTOR,
    ...ALSO_EMBEDDED,
    ...ON_CITUS,
  ];
  const unmatched = patterns
    .flatMap(alternativesOf)
    .filter(
      (pattern) => !globSync(pattern, { cwd: ROOT }).some((file) => file.endsWith('.test.ts')),
    );
  expect(unmatched).toEqual([]);
});

const ALL = '{api/src,testing}/**/*.test.ts';

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const testsOf = (patterns: readonly string[]) =>
  globSync([...patterns], { cwd: ROOT }).filter((file) => file.endsWith('.test.ts'));

const having = (pattern: RegExp) => testsOf([ALL]).filter((file) => pattern.test(textOf(file)));

let embedded: string[];
let served: string[];

beforeAll(async () => {
  vi.stubEnv('CHEAPEST_ENGINE', '1');
  vi.resetModules();
  const engines = await import('./engines.ts');
  vi.unstubAllEnvs();
  const refused = new Set(testsOf([...engines.NOT_ON_POSTGRES, ...engines.ONLY_ON_CITUS]));
  embedded = engines.onEmbedded([ALL]);
  served = [...engines.onPostgres([ALL]), ...testsOf(engines.ON_PGBOUNCER)].filter(
    (file) => !refused.has(file),
  );
  embedded.push(...testsOf(engines.ONLY_ON_CITUS));
});

test('each file runs on an engine when each runs on the cheapest', () => {
  const files = testsOf([ALL]);
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => !embedded.includes(file) && !served.includes(file))).toEqual([]);
});

test('a file with a test of one engine runs on that one', () => {
  const ofEmbedded = having(/runIf\((?:isEmbedded\(\)|inject\('postgresTemplate'\) ===)/);
  const ofServers = having(/skipIf\(isEmbedded\(\)|runIf\(inject\('postgresTemplate'\) !==/);
  expect([ofEmbedded.length, ofServers.length].map((count) => count > 1)).toEqual([true, true]);
  expect(ofEmbedded.filter((file) => !embedded.includes(file))).toEqual([]);
  expect(ofServers.filter((file) => !served.includes(file))).toEqual([]);
});
