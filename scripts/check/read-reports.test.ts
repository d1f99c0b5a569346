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
        { fullName: 'adds', status: 'passed' },
        { fullName: "doesn't (ever) fail", status: 'failed' },
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
        { fullName: 'one', status: 'passed' },
        { fullName: 'two', status: 'pending' },
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
      },
      {
        name: 'shell/src/c.test.ts: Cannot find module',
        command: `${command} shell/src/c.test.ts`,
      },
      { name: 'api/src/d.test.ts: its process ended', command: `${command} api/src/d.test.ts` },
    ],
  });
});

test('only a file whose process ended, and of which no test failed, has ended', () => {
  expect(endedFiles(UNIT)).toEqual(['/repo/api/src/d.test.ts']);
});

test('names what failed in a run of browser tests, in every suite', () => {
  const spec = { ok: false, file: 'journeys/a.e2e.ts', line: 12, title: 'opens' };
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 2 },
    suites: [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [spec] }] }],
  };
  expect(readBrowserReport(report)).toEqual({
    passed: 7,
    failed: 1,
    failures: [
      {
        name: 'e2e/journeys/a.e2e.ts: opens',
        command: 'npx -y pnpm@12 --dir e2e exec playwright test journeys/a.e2e.ts:12',
      },
    ],
  });
});
