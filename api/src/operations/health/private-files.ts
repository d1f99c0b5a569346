import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';

import type { Log } from '../../platform/log.ts';

/** The permission bits of everyone but the owner. */
const OTHERS = 0o077;
const STICKY = 0o1000;
/** Files and folders that one start checks at most: about a second. */
const ENTRIES_MAX = 200_000;

/** From now on, only this process's user can read what the process creates. */
export function createPrivately(): void {
  process.umask(OTHERS);
}

/**
 * Creates the data directory where there is none, and takes it and everything below it away from other
 * users: earlier versions left files readable. Symbolic links below it are not followed.
 */
export function protectDataDirectory(directory: string, log: Pick<Log, 'info' | 'warn'>): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = realpathSync(directory);
  if (isShared(path)) {
    log.warn(
      'the data directory is not for this server alone: set DATA_DIR to a folder of its own',
    );
    return;
  }
  const { changed, refused, left } = protectBelow(path);
  if (changed > 0) log.info('made files private', { files: changed });
  if (refused > 0) {
    log.warn('other users may read files that belong to another user', { files: refused });
  }
  if (left) log.warn('the data directory has too many files to check them all at one start');
}

/** A folder whose permissions are not this server's to change. */
function isShared(path: string): boolean {
  const isKnown = path === parse(path).root || path === homedir();
  return isKnown || (lstatSync(path).mode & STICKY) !== 0;
}

function protectBelow(root: string): { changed: number; refused: number; left: boolean } {
  let [seen, changed, refused] = [0, 0, 0];
  // The root first: nobody can enter what is below it while that is changed.
  const folders: string[] = [];
  const check = (path: string) => {
    seen += 1;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || !(stat.isDirectory() || stat.isFile())) return;
    if ((stat.mode & OTHERS) !== 0) {
      if (takeAway(path)) changed += 1;
      else refused += 1;
    }
    if (stat.isDirectory()) folders.push(path);
  };
  check(root);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const name of namesIn(folder)) {
      if (seen >= ENTRIES_MAX) return { changed, refused, left: true };
      check(join(folder, name));
    }
  }
  return { changed, refused, left: false };
}

/** Returns whether it succeeded. A link that replaces the file meanwhile is not followed. */
function takeAway(path: string): boolean {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    const file = openSync(path, flags);
    try {
      fchmodSync(file, fstatSync(file).mode & 0o7777 & ~OTHERS);
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
