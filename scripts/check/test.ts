import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { installPostgres } from '@carrel/testing/postgres/install-postgres.ts';
import { build } from '../run/build.ts';
import { root } from '../publish/built-state.ts';
import { endedFiles, readBrowserReport, readUnitReport } from './read-reports.ts';
import type { BrowserReport, Counts, Failure, UnitReport } from './read-reports.ts';

const CHECKS = [
  ['format', 'oxfmt', ['--check']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types', 'node', ['scripts/check/check-types.ts']],
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
  const repeat = `npx -y pnpm@12 exec ${[command, ...args].join(' ')}`;
  const failure = { name, command: repeat, reason: [] };
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, failures: passed ? [] : [failure] };
}

/** A run that failed without a failed test counts as one failure. */
function withReason(succeeded: boolean, counts: Counts): Counts {
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

/** Runs some files of unit tests, or all. @throws if no report was written. */
function runUnitTests(files: readonly string[] = []): { succeeded: boolean; report: UnitReport } {
  const report = path.join(reports, `vitest-${files.length}.json`);
  const options = [
    'run',
    ...files,
    '--reporter=default',
    '--reporter=./scripts/check/progress-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const vitest = path.join(root, 'node_modules/.bin/vitest');
  const succeeded = run(vitest, options, { CHEAPEST_ENGINE: '1' });
  return { succeeded, report: JSON.parse(readFileSync(report, 'utf8')) as UnitReport };
}

function unitTests(): Counts {
  process.stdout.write('\n== unit and api tests\n');
  installPostgres();
  if (
    !run(path.join(root, 'node_modules/.bin/node'), ['scripts/operate/install-model-runtime.ts'])
  ) {
    throw new Error('The tests of models have no ONNX Runtime.');
  }
  const { succeeded, report } = runUnitTests();
  const ended = endedFiles(report);
  const counts = readUnitReport(
    { ...report, testResults: report.testResults.filter(({ name }) => !ended.includes(name)) },
    root,
  );
  if (ended.length === 0) return withReason(succeeded, counts);
  // Nothing was found out about them: the process of a file can be ended by Node.js itself.
  process.stdout.write(`\n== again, as their process ended: ${ended.join(', ')}\n`);
  const again = runUnitTests(ended);
  const repeated = withReason(again.succeeded, readUnitReport(again.report, root));
  const before = report.testResults
    .filter(({ name }) => ended.includes(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return {
    passed: counts.passed - before + repeated.passed,
    failed: counts.failed + repeated.failed,
    failures: [...counts.failures, ...repeated.failures],
  };
}

async function browserTests(): Promise<Counts> {
  process.stdout.write('\n== journeys in the browser\n');
  await build((line) => process.stdout.write(`${line}\n`));
  // Before the tests, whose hooks have timeouts.
  if (!run(path.join(root, 'node_modules/.bin/node'), ['e2e/install-browsers.ts'])) {
    throw new Error('The tests in the browser have no Chromium.');
  }
  const report = path.join(reports, 'playwright.json');
  const succeeded = run(
    path.join(root, 'e2e/node_modules/.bin/playwright'),
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  return withReason(
    succeeded,
    readBrowserReport(JSON.parse(readFileSync(report, 'utf8')) as BrowserReport),
  );
}

/** Prints what a reader of a long output needs where the counts are. */
function print(kind: string, { name, command, reason }: Failure): void {
  process.stdout.write([`${kind} ${name}`, command, ...reason].join('\n  ') + '\n');
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
for (const one of results.flatMap(({ flaky = [] }) => flaky)) print('FLAKY', one);
for (const one of results.flatMap(({ failures }) => failures)) print('FAILED', one);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
