import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { root } from '../run/built-state.ts';

/** An hour, in milliseconds: the full counts take as long as they take. */
const PATIENCE = 3_600_000;

// The tests that are named after a row of docs/hardening.md, with its full counts. A further argument
// picks among them, such as `A9`.
const row = process.argv[2] ?? String.raw`[ATUZQD]\d+`;
const { status } = spawnSync(
  path.join(root, 'node_modules/.bin/vitest'),
  ['run', '--project', 'api', '-t', `${row}:`, `--testTimeout=${PATIENCE}`],
  { cwd: root, stdio: 'inherit', env: { ...process.env, HARD: '1' } },
);
process.exitCode = status ?? 1;
