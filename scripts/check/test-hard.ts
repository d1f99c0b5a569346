import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { root } from '../publish/built-state.ts';

/** An hour, in milliseconds: the full counts are slow. */
const TIMEOUT_MS = 3_600_000;

/** Rows that are programs of their own: they install releases. */
const PROGRAMS: Readonly<Record<string, string>> = {
  L1: 'scripts/check/release/installed-release.ts',
  L2: 'scripts/check/release/upgrade.ts',
};

const run = (file: string, options: readonly string[]) =>
  spawnSync(file, options, { cwd: root, stdio: 'inherit', env: { ...process.env, HARD: '1' } })
    .status ?? 1;

// Runs the tests that are named after a row of docs/reports/hardening.md, with the full counts. An argument
// such as `A9` selects one row.
const [, , wanted] = process.argv;
const row = wanted ?? String.raw`[ATUZQD]\d+`;
const programs = Object.entries(PROGRAMS).filter(
  ([name]) => wanted === undefined || name === wanted,
);
const statuses = programs.map(([, file]) => run(process.execPath, [file]));
if (wanted === undefined || programs.length === 0) {
  statuses.push(
    run(path.join(root, 'node_modules/.bin/vitest'), [
      'run',
      '--project',
      'api',
      '-t',
      `${row}:`,
      `--testTimeout=${TIMEOUT_MS}`,
    ]),
  );
}
process.exitCode = Math.max(...statuses);
