import { expect, test } from 'vitest';

import { endedFiles, readBrowserReport, readUnitReport } from './read-reports.ts';

const UNIT = {
  numPassedTests: 3,
  numFailedTests: 1,
  testResults: [
    {
      name: '/repo/api/src/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'adds', status: 'passed', failureMessages: [] },
        {
          fullName: "doesn't (ever) fail",
          status: 'failed',
          failureMessages: ['Error: expected 1\n\n    at a.test.ts:3', 'Error: another'],
        },
      ],
    },
    { name: '/repo/api/src/b.test.ts', status: 'passed', message: '', assertionResults: [] },
    {
      name: '/repo/shell/src/c.test.ts',
      status: 'failed',
      message: 'Cannot find module\nat line 1',
      assertionResults: [],
    },
    {
      name: '/repo/api/src/d.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'one', status: 'passed', failureMessages: [] },
        { fullName: 'two', status: 'pending', failureMessages: [] },
      ],
    },
  ],
};

test('names what failed in a run of unit tests, with the command that repeats it', () => {
  const command = 'npx -y pnpm@12 exec vitest run';
  expect(readUnitReport(UNIT, '/repo')).toEqual({
    passed: 3,
    failed: 3,
    failures: [
      {
        name: "api/src/a.test.ts: doesn't (ever) fail",
        command: `${command} api/src/a.test.ts -t 'doesn'\\''t \\(ever\\) fail'`,
        reason: ['Error: expected 1', '    at a.test.ts:3'],
      },
      {
        name: 'shell/src/c.test.ts: not set up',
        command: `${command} shell/src/c.test.ts`,
        reason: ['Cannot find module', 'at line 1'],
      },
      {
        name: 'api/src/d.test.ts: its process ended',
        command: `${command} api/src/d.test.ts`,
        reason: [],
      },
    ],
  });
});

test('only a file whose process ended, and of which no test failed, has ended', () => {
  expect(endedFiles(UNIT)).toEqual(['/repo/api/src/d.test.ts']);
});

test('names what failed or was flaky in a run of browser tests, in every suite, and why', () => {
  const passed = {
    ok: true,
    file: 'journeys/a.e2e.ts',
    line: 3,
    title: 'closes',
    tests: [{ status: 'expected', results: [{ errors: [] }] }],
  };
  const error = { message: '\u001B[31mTimed out\u001B[39m\n\n  12 | await click()' };
  const failed = {
    ok: false,
    file: 'journeys/a.e2e.ts',
    line: 12,
    title: 'opens',
    tests: [{ status: 'unexpected', results: [{ errors: [error] }, { errors: [{}] }] }],
  };
  const flaky = {
    ...failed,
    ok: true,
    line: 20,
    title: 'moves',
    tests: [{ status: 'flaky', results: [{ errors: [error] }, { errors: [] }] }],
  };
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1 },
    suites: [{ specs: [passed], suites: [{ specs: [failed, flaky] }] }],
  };
  const command = 'npx -y pnpm@12 --dir e2e exec playwright test journeys/a.e2e.ts';
  const reason = ['Timed out', '  12 | await click()'];
  expect(readBrowserReport(report)).toEqual({
    passed: 6,
    failed: 1,
    failures: [{ name: 'e2e/journeys/a.e2e.ts: opens', command: `${command}:12`, reason }],
    flaky: [{ name: 'e2e/journeys/a.e2e.ts: moves', command: `${command}:20`, reason }],
  });
});
