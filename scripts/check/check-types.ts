import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { REMOTES, root } from '../publish/built-state.ts';

const PROJECTS = [
  'shared',
  'shell',
  ...REMOTES,
  'api',
  'testing',
  'client',
  'client/tsconfig.browser.json',
  'cli',
  'e2e',
  'scripts',
];

const compiler = path.join(root, 'node_modules/.bin/tsc');
const { status } = spawnSync(compiler, ['-b', ...PROJECTS, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
