import path from 'node:path';

/** What a run of tests counted. */
export interface Counts {
  passed: number;
  failed: number;
  failures: Failure[];
}

/** What failed, and the command that repeats it. */
export interface Failure {
  name: string;
  command: string;
}

/** Parts of the report that Vitest writes as JSON. */
export interface UnitReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: UnitFile[];
}

interface UnitFile {
  /** The absolute path of the file. */
  name: string;
  status: string;
  /** The error of a file that could not be set up; empty for one whose process ended. */
  message: string;
  assertionResults: { fullName: string; status: string }[];
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs: { ok: boolean; file: string; line: number; title: string }[];
}

/** Parts of the report that Playwright writes as JSON. */
export interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number };
  suites: BrowserSuite[];
}

const EXEC = 'npx -y pnpm@12 exec';
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
/** Returns a text as a pattern that matches it. */
const patternOf = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

const hasFailed = ({ status }: { status: string }) => status === 'failed';

/** Returns the files of which no test failed, but whose process ended before their last test. */
export function endedFiles({ testResults }: UnitReport): string[] {
  return testResults
    .filter((file) => hasFailed(file) && file.message === '')
    .filter(({ assertionResults }) => !assertionResults.some(hasFailed))
    .map(({ name }) => name);
}

export function readUnitReport(report: UnitReport, root: string): Counts {
  const failures = report.testResults.filter(hasFailed).flatMap((result): Failure[] => {
    const file = path.relative(root, result.name);
    const command = `${EXEC} vitest run ${file}`;
    const failed = result.assertionResults.filter(hasFailed);
    if (failed.length === 0) {
      const [reason = ''] = result.message.split('\n');
      return [{ name: `${file}: ${reason || 'its process ended'}`, command }];
    }
    return failed.map(({ fullName }) => ({
      name: `${file}: ${fullName}`,
      command: `${command} -t ${quoted(patternOf(fullName))}`,
    }));
  });
  return {
    passed: report.numPassedTests,
    // A file that could not be set up has no failed test.
    failed: Math.max(report.numFailedTests, failures.length),
    failures,
  };
}

export function readBrowserReport({ stats, suites }: BrowserReport): Counts {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: suites.flatMap(browserFailures),
  };
}

function browserFailures({ suites = [], specs }: BrowserSuite): Failure[] {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, line, title }) => ({
        name: `e2e/${file}: ${title}`,
        command: `npx -y pnpm@12 --dir e2e exec playwright test ${file}:${line}`,
      })),
    ...suites.flatMap(browserFailures),
  ];
}
