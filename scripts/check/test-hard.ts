import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { root } from '../publish/built-state.ts';

/** An hour, in milliseconds: the full counts are slow. */
const TIMEOUT_MS = 3_600_000;

const FULL_COUNTS = { HARD: '1' };

/** Rows that are programs of their own: they install releases. */
const PROGRAMS: Readonly<Record<string, string>> = {
  L1: 'scripts/check/release/installed-release.ts',
  L2: 'scripts/check/release/upgrade.ts',
};

const vitest = path.join(root, 'node_modules/.bin/vitest');

const run = (file: string, options: readonly string[], env: Record<string, string> = FULL_COUNTS) =>
  spawnSync(file, options, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    .status ?? 1;

// Runs the tests that are named after a row of docs/reports/hardening.md, with the full counts, and then all
// tests of the server on every engine. An argument such as `A9` selects one row, without these.
const [, , wanted] = process.argv;
const row = wanted ?? String.raw`[ADPQTUZ]\d+`;
const programs = Object.entries(PROGRAMS).filter(
  ([name]) => wanted === undefined || name === wanted,
);
const statuses = programs.map(([, file]) => run(process.execPath, [file]));
if (wanted === undefined || programs.length === 0) {
  statuses.push(
    run(vitest, ['run', '--project', 'api', '-t', `${row}:`, `--testTimeout=${TIMEOUT_MS}`]),
  );
}
if (wanted === undefined) {
  const playwright = path.join(root, 'e2e/node_modules/.bin/playwright');
  const swept = ['documents/open-hit', 'looks/paint-before-scripts'];
  statuses.push(run(playwright, ['test', '--config', 'e2e/playwright.config.ts', ...swept]));
  statuses.push(run(vitest, ['run', '--project', 'api*'], { ALL_ON_PGBOUNCER: '1' }));
}
process.exitCode = Math.max(...statuses);
