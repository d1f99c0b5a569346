import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What a run of tests counted. */
export interface Counts {
  passed: number;
  failed: number;
  failures: Failure[];
  /** What failed at first and passed when it was tried again: counted as passed. */
  flaky?: Failure[];
}

/** What failed, why, and the command that repeats it. */
export interface Failure {
  name: string;
  command: string;
  /** The first lines of the error of the first attempt; empty if there is none. */
  reason: string[];
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
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs: BrowserSpec[];
}

interface BrowserSpec {
  ok: boolean;
  file: string;
  line: number;
  title: string;
  tests: { status: string; results: { errors: { message?: string }[] }[] }[];
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

/** Lines of an error that are repeated after a run. */
const REASON_LINES = 8;
const LINE_LENGTH = 160;

function reasonOf(message = ''): string[] {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
    .map((line) => line.slice(0, LINE_LENGTH));
}

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
      const name = `${file}: ${result.message === '' ? 'its process ended' : 'not set up'}`;
      return [{ name, command, reason: reasonOf(result.message) }];
    }
    return failed.map(({ fullName, failureMessages: [message] }) => ({
      name: `${file}: ${fullName}`,
      command: `${command} -t ${quoted(patternOf(fullName))}`,
      reason: reasonOf(message),
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
  const specs = suites.flatMap(specsOf);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: specs.filter(({ ok }) => !ok).map(browserFailure),
    flaky: specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(browserFailure),
  };
}

const specsOf = ({ suites = [], specs }: BrowserSuite): BrowserSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

function browserFailure({ file, line, title, tests }: BrowserSpec): Failure {
  const [error] = tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors);
  return {
    name: `e2e/${file}: ${title}`,
    command: `npx -y pnpm@12 --dir e2e exec playwright test ${file}:${line}`,
    reason: reasonOf(error?.message),
  };
}
