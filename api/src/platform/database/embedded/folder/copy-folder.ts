import { constants } from 'node:fs';
import { copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The log is copied last, by itself. The other file names the process that has the folder open. */
const LEFT_OUT = new Set(['pg_wal', 'postmaster.pid']);

/** Runs SQL on the connection that has the folder open. */
type Run = (sql: string) => Promise<unknown[]>;

/**
 * Copies the folder of an open database, while statements read and write it. When the copy is opened, PostgreSQL
 * recovers it by the log to a moment after the last file was copied. No checkpoint may be written meanwhile: it would delete the
 * begin of the log.
 */
export async function copyFolder(from: string, to: string, run: Run): Promise<void> {
  await run(`SELECT pg_backup_start('copy', true)`);
  let label: string | undefined;
  try {
    await copyFiles(from, to);
  } finally {
    const [row] = (await run('SELECT labelfile AS label FROM pg_backup_stop(false)')) as {
      label: string;
    }[];
    label = row?.label;
  }
  await cp(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), { recursive: true });
  await writeFile(path.join(to, 'backup_label'), label ?? '', { mode: 0o600 });
}

async function copyFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) await copyFiles(source, target);
    else await copyFile(source, target, constants.COPYFILE_FICLONE).catch(unlessGone);
  }
}

/** The log has what became of a file that was deleted meanwhile. */
function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
