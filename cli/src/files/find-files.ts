import { lstat, readdir, stat } from 'node:fs/promises';
import type { BigIntStats } from 'node:fs';
import path from 'node:path';

import type { Found } from '@carrel/shared/packing';

import { Failure } from '../exit-codes.ts';
import { describeFault, NO_FILE, NOT_UTF8, SYMBOLIC_LINK } from './describe-fault.ts';
import type { LocalFile } from './local-file.ts';

type FoundFile = Found<LocalFile>;

/**
 * Returns the files of a folder at any depth, with their paths in it, and what cannot be read with the reason.
 * Links within the folder are not followed; the folder itself may be one.
 */
export async function findFiles(
  folder: string,
  signal: AbortSignal,
  onFound: (count: number) => void = () => undefined,
): Promise<FoundFile[]> {
  const root = await stat(folder).catch((error: unknown) => {
    throw new Failure(`${folder}: ${describeFault(error, 'folder')}`);
  });
  if (!root.isDirectory()) throw new Failure(`${folder} is no folder.`);
  const found: FoundFile[] = [];
  const waiting = [''];
  for (let within = waiting.pop(); within !== undefined; within = waiting.pop()) {
    signal.throwIfAborted();
    const names = await namesIn(path.join(folder, within), within, found);
    for (const name of names) {
      const inner = within === '' ? name : `${within}/${name}`;
      const each = await examine(path.join(folder, inner), inner);
      if (each === 'folder') waiting.push(inner);
      else found.push(each);
    }
    onFound(found.length);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns a file or folder that a person named; a folder with its own name before the paths. */
export async function findNamed(named: string, signal: AbortSignal): Promise<FoundFile[]> {
  const absolute = path.resolve(named);
  const name = path.basename(absolute);
  const stats = await stat(absolute, { bigint: true }).catch((error: unknown) => {
    throw new Failure(`${named}: ${describeFault(error)}`);
  });
  if (!stats.isDirectory()) return [{ path: name, file: localFile(absolute, stats) }];
  const found = await findFiles(absolute, signal);
  return found.map((each) => Object.assign(each, { path: `${name}/${each.path}` }));
}

/** A folder that cannot be read is among what was found, with its reason; of the root it is a failure. */
async function namesIn(
  absolute: string,
  within: string,
  found: FoundFile[],
): Promise<readonly string[]> {
  try {
    return (await readdir(absolute)).sort();
  } catch (error) {
    const fault = describeFault(error, 'folder');
    if (within === '') throw new Failure(`${absolute}: ${fault}`);
    found.push({ path: within, fault });
    return [];
  }
}

async function examine(absolute: string, inner: string): Promise<FoundFile | 'folder'> {
  try {
    // A junction of Windows is a link too.
    const stats = await lstat(absolute, { bigint: true });
    if (stats.isDirectory()) return 'folder';
    if (stats.isSymbolicLink()) return { path: inner, fault: SYMBOLIC_LINK };
    if (!stats.isFile()) return { path: inner, fault: NO_FILE };
    return { path: inner, file: localFile(absolute, stats) };
  } catch (error) {
    return { path: inner, fault: isDecoded(inner) ? describeFault(error) : NOT_UTF8 };
  }
}

/** Bytes of a name that are no UTF-8 are replaced when it is read, so that no file is found by it. */
const isDecoded = (name: string) => !name.includes('\ufffd');

const localFile = (absolute: string, { size, mtimeNs, ino }: BigIntStats): LocalFile => ({
  absolute,
  size: Number(size),
  modified: mtimeNs,
  inode: ino,
});
