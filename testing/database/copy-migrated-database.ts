import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { DATABASE_FOLDER } from '@carrel/api/src/platform/database/embedded/folder/snapshot-folder.ts';
import { migrationsFingerprint } from './migrations-fingerprint.ts';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const WRITE = fileURLToPath(new URL('write-migrated-database.ts', import.meta.url));

/**
 * Puts a migrated database without rows into a data directory that has none, as creating and migrating
 * one takes most of a first start. It is made once for each set of migrations.
 */
export function copyMigratedDatabase(dataDirectory: string): void {
  const folder = join(dataDirectory, DATABASE_FOLDER);
  if (existsSync(folder)) return;
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  cpSync(join(migratedDirectory(), DATABASE_FOLDER), folder, { recursive: true });
}

function migratedDirectory(): string {
  const cached = join(CACHE, `migrated-${migrationsFingerprint()}`);
  if (existsSync(cached)) return cached;
  mkdirSync(CACHE, { recursive: true });
  const unfinished = `${cached}.${randomUUID()}`;
  execFileSync(process.execPath, [WRITE, unfinished]);
  try {
    renameSync(unfinished, cached);
  } catch (error) {
    // Another test file, which started at the same time, was first.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(cached)) throw error;
  }
  return cached;
}
