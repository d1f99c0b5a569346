import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workerData } from 'node:worker_threads';

import { PGlite } from '@electric-sql/pglite';

import { DurableFiles, flush } from '../../durable-files.ts';

// The database is created in another folder, flushed and then renamed, so that an interrupted start
// leaves nothing that looks like a database. The thread's memory is freed when it ends.
const directory = workerData as string;
if (!existsSync(directory)) {
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await PGlite.create({ fs: new DurableFiles(unfinished) });
  await database.close();
  flushAll(unfinished);
  renameSync(unfinished, directory);
  flush(dirname(directory));
}

function flushAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) flushAll(path);
    else flush(path);
  }
  flush(folder);
}
