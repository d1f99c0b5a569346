import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { PGlite } from '@electric-sql/pglite';

import { DurableFiles, flush } from './durable-files.ts';

/**
 * Creates an empty database in `directory`, unless there is one. A start that is interrupted leaves
 * nothing behind that looks like a database: it is made beside its place, flushed, then renamed.
 */
export async function initialiseFolder(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const database = await PGlite.create({ fs: new DurableFiles(unfinished) });
  await database.close();
  flushAll(unfinished);
  renameSync(unfinished, directory);
  flush(dirname(directory));
}

function flushAll(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) flushAll(path);
    else flush(path);
  }
  flush(directory);
}
