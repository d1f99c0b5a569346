import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installPostgres } from '../../api/testing/database/install-postgres.ts';
import { installBrowser } from '../../e2e/support/browser.ts';
import { build } from '../run/build.ts';
import { root } from '../run/built-state.ts';

interface Counts {
  passed: number;
  failed: number;
  /** Names of what failed, as far as they are known. */
  failures: string[];
}

/** Parts of the report that Vitest writes as JSON. */
interface UnitReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs: { ok: boolean; file: string; title: string }[];
}

/** Parts of the report that Playwright writes as JSON. */
interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: BrowserSuite[];
}

const CHECKS = [
  ['format', 'oxfmt', ['--check']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  [
    'types',
    'tsc',
    [
      '-b',
      'shared',
      'shell',
      'mf-auth',
      'mf-account',
      'mf-organizations',
      'mf-datasets',
      'mf-workspaces',
      'api',
      'e2e',
      'scripts',
    ],
  ],
  ['unused', 'knip', []],
  ['budget', 'node', ['scripts/check/budget.ts']],
] as const;

/** Timeout of a run in milliseconds; then it is killed, and counts as failed. */
const RUN_TIMEOUT_MS = 50 * 60_000;

const reports = mkdtempSync(path.join(tmpdir(), 'carrel-test-'));

function run(command: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(command, args, {
    cwd: root,
    timeout: RUN_TIMEOUT_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return status === 0;
}

/** Counts a tool as one passed or failed test. */
function check([name, command, args]: (typeof CHECKS)[number]): Counts {
  process.stdout.write(`\n== ${name}\n`);
  const passed = run(path.join(root, 'node_modules/.bin', command), args);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, failures: passed ? [] : [name] };
}

/** Reads a run's counts. A run that failed without a failed test, such as one that could not start, counts as one failure. */
function readCounts(succeeded: boolean, read: () => Counts): Counts {
  try {
    const counts = read();
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    return { passed: 0, failed: 1, failures: [] };
  }
}

function unitTests(): Counts {
  process.stdout.write('\n== unit and api tests\n');
  installPostgres();
  const report = path.join(reports, 'vitest.json');
  const succeeded = run(path.join(root, 'node_modules/.bin/vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  return readCounts(succeeded, () => {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as UnitReport;
    const failures = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${path.relative(root, name)}: ${fullName}`),
    );
    return { passed: numPassedTests, failed: numFailedTests, failures };
  });
}

function failuresOf({ suites = [], specs }: BrowserSuite): string[] {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `e2e/${file}: ${title}`),
    ...suites.flatMap(failuresOf),
  ];
}

async function browserTests(): Promise<Counts> {
  process.stdout.write('\n== journeys in the browser\n');
  await build((line) => process.stdout.write(`${line}\n`));
  process.env['CHROME_PATH'] = installBrowser();
  const report = path.join(reports, 'playwright.json');
  const succeeded = run(
    path.join(root, 'e2e/node_modules/.bin/playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  return readCounts(succeeded, () => {
    const { stats, suites } = JSON.parse(readFileSync(report, 'utf8')) as BrowserReport;
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      failures: suites.flatMap(failuresOf),
    };
  });
}

const results = CHECKS.map(check);
for (const tests of [unitTests, browserTests]) {
  try {
    results.push(await tests());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    results.push({ passed: 0, failed: 1, failures: [] });
  }
}
rmSync(reports, { recursive: true, force: true });
const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
// After a long output, a reader needs the names where the counts are.
for (const failure of results.flatMap(({ failures }) => failures))
  process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
