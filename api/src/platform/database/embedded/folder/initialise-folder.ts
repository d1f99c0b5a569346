import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { DatabaseUnavailable } from '../../database-error.ts';

/** Creates an empty database in `directory` if there is none. */
export function initialiseFolder(directory: string): Promise<void> {
  if (existsSync(directory)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./initialise-thread.ts', import.meta.url), {
      workerData: directory,
      execArgv: [],
    });
    thread.on('error', reject);
    thread.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new DatabaseUnavailable('The embedded database could not be created'));
    });
  });
}
