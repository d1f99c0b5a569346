import { execFileSync } from 'node:child_process';
import path from 'node:path';

import { root } from '@carrel/scripts/publish/built-state.ts';

/** Runs a script with the folder of a database and arguments, while no server has the database open. */
export function runInDatabase(
  dataDirectory: string,
  script: string,
  parameters: readonly string[],
): void {
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', script, path.join(dataDirectory, 'database'), ...parameters],
    { cwd: path.join(root, 'api'), stdio: 'inherit' },
  );
}
