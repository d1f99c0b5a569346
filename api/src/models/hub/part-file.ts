import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

import { hasCode } from '../../platform/storage/folder/durable-files.ts';
import { isRunning } from '../../platform/system/is-running.ts';
import { sizeOf } from './file-checksum.ts';

/** A file that is being loaded. Only this process writes to it. */
export interface PartFile {
  path: string;
  file: FileHandle;
  /** Bytes that it has: a beginning of the whole. */
  size: number;
}

const FOLDER = '.loading';
const HOST = hostname().replaceAll(/[^\w-]/g, '-');
/** Another process of this number may have been here before, as in a container. */
const OWNER = `${HOST}.${process.pid}.${randomUUID()}`;

interface PartOf {
  /** The folder of the model. */
  folder: string;
  checksum: string | undefined;
  /** Whether to continue the longest part that any process has left of the same checksum. */
  takesParts: boolean;
}

/**
 * Opens this process's part of a file. Of others, the part of a process that has ended is taken, and that of one which
 * may be running, here or elsewhere, is copied. Without a checksum it is empty.
 */
export async function openPart({ folder, checksum, takesParts }: PartOf): Promise<PartFile> {
  const parts = join(folder, FOLDER);
  await mkdir(parts, { recursive: true, mode: 0o700 });
  const path = join(parts, `${checksum ?? 'unknown'}.${OWNER}.part`);
  if (checksum === undefined) await rm(path, { force: true });
  else if (takesParts) await takeLongest(parts, checksum, path);
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  return { path, file, size: (await file.stat()).size };
}

/** Deletes all parts of a model that is complete: those that have them open find it complete. */
export const removeParts = (folder: string): Promise<void> =>
  rm(join(folder, FOLDER), { recursive: true, force: true });

async function takeLongest(parts: string, checksum: string, own: string): Promise<void> {
  const names = (await readdir(parts)).filter((name) => name.startsWith(`${checksum}.`));
  const sized = await Promise.all(
    names.map(async (name) => ({ name, size: (await sizeOf(join(parts, name))) ?? 0 })),
  );
  const [longest] = sized.sort((a, b) => b.size - a.size);
  if (longest === undefined || longest.size === 0 || join(parts, longest.name) === own) return;
  const path = join(parts, longest.name);
  try {
    if (isAbandoned(longest.name)) await rename(path, own);
    else await copyFile(path, own, constants.COPYFILE_FICLONE);
  } catch (error) {
    // Another process took it, or has completed the model.
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

function isAbandoned(name: string): boolean {
  const [, host, pid] = name.split('.');
  return host === HOST && (Number(pid) === process.pid || !isRunning(Number(pid)));
}
