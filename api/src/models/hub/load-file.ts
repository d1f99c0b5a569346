import { mkdir, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import {
  hasCode,
  isDiskFull,
  syncDirectory,
  writeAll,
} from '../../platform/storage/folder/durable-files.ts';
import { digestOf, sizeOf, type FileDigest } from './file-checksum.ts';
import { HubFailure } from './hub-failure.ts';
import { repeatedly, requestHub, type Hub, type HubResponse } from './hub-request.ts';
import type { HubFile } from './list-files.ts';
import { openPart, type PartFile } from './part-file.ts';

/** The disk, which a test can fill. */
export interface Disk {
  write: typeof writeAll;
  /** Returns the bytes that are left below a path. */
  free: (path: string) => Promise<number>;
}

export const DISK: Disk = {
  write: writeAll,
  free: async (path) => {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
};

/** What is left for the database and everything else on the disk. */
const DISK_RESERVE = 64 * 1024 ** 2;
const MEBIBYTE = 1024 ** 2;
/** Loads of one file whose checksum is wrong. */
const LOADS_MAX = 2;

interface FileToLoad extends HubFile {
  url: string;
  /** The folder of the model. */
  folder: string;
  bytesMax: number;
}

/**
 * Loads a file into a model's folder, unless it is there. It gets its name once its checksum is right.
 * `onBytes` receives how many of its bytes are there.
 * @throws {HubFailure}
 */
export async function loadFile(
  hub: Hub,
  file: FileToLoad,
  disk: Disk,
  onBytes: (bytes: number) => void,
): Promise<FileDigest> {
  // Once: bytes of others that are wrong must not come back.
  let takesParts = true;
  for (let loads = 1; ; loads += 1) {
    // A server that does not know ranges may break off at the same byte each time.
    let furthest = 0;
    try {
      return await repeatedly(hub, (hasAdvanced) => {
        const from = { ...file, takesParts };
        takesParts = false;
        return attempt(hub, from, disk, (bytes) => {
          if (bytes > furthest) hasAdvanced();
          furthest = Math.max(furthest, bytes);
          onBytes(bytes);
        });
      });
    } catch (error) {
      const isWrong = error instanceof HubFailure && error.kind === 'checksum';
      if (!isWrong || loads >= LOADS_MAX) throw error;
    }
  }
}

async function attempt(
  hub: Hub,
  file: FileToLoad & { takesParts: boolean },
  disk: Disk,
  onBytes: (bytes: number) => void,
): Promise<FileDigest> {
  const path = join(file.folder, file.path);
  const present = await presentDigest(path, file, hub.signal);
  if (present !== undefined) return present;
  const part = await openPart(file);
  try {
    await requireSpace(hub, file, part, disk);
    await receive(hub, file, part, disk, onBytes);
    await part.file.sync();
    const digest = await digestOf(part.path, hub.signal);
    if (!isRight(file, digest)) throw wrong(hub, file);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await rename(part.path, path);
    await syncDirectory(dirname(path));
    return digest;
  } catch (error) {
    const isWrong = error instanceof HubFailure && error.kind === 'checksum';
    // A full disk is needed by others more.
    if (isWrong || isDiskFull(error)) await rm(part.path, { force: true });
    if (!hasCode(error, 'ENOENT')) throw error;
    // Another process has loaded the model meanwhile, and deleted all parts.
    const loaded = await presentDigest(path, file, hub.signal);
    if (loaded !== undefined) return loaded;
    throw new HubFailure('disk', `The folder ${file.folder} was changed while it was written.`, {
      cause: error,
    });
  } finally {
    await part.file.close();
  }
}

/** Returns the digest of a file that is there already, as after a start that was interrupted. */
async function presentDigest(
  path: string,
  file: HubFile,
  signal: AbortSignal,
): Promise<FileDigest | undefined> {
  const size = await sizeOf(path);
  if (size === undefined || file.checksum === undefined) return undefined;
  if (file.size !== undefined && file.size !== size) return undefined;
  const digest = await digestOf(path, signal);
  return isRight(file, digest) ? digest : undefined;
}

const isRight = ({ size, checksum }: HubFile, digest: FileDigest): boolean =>
  (size === undefined || size === digest.size) &&
  (checksum === undefined || checksum === digest.sha256 || checksum === digest.blob);

const wrong = ({ name }: Hub, { path }: HubFile): HubFailure =>
  new HubFailure(
    'checksum',
    `The file ${path} of the model ${name.id} arrived with a wrong checksum. It was deleted.`,
  );

async function requireSpace(
  { name }: Hub,
  { folder, size = 0 }: FileToLoad,
  part: PartFile,
  disk: Disk,
): Promise<void> {
  const needed = size - part.size + DISK_RESERVE;
  const free = await disk.free(folder);
  if (free >= needed) return;
  const megabytes = Math.ceil((needed - free) / MEBIBYTE);
  throw new HubFailure(
    'disk',
    `The disk is full: the model ${name.id} needs ${megabytes} MiB more below DATA_DIR.`,
  );
}

/** Writes what a part lacks of its file. */
async function receive(
  hub: Hub,
  file: FileToLoad,
  part: PartFile,
  disk: Disk,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const max = file.size ?? file.bytesMax;
  if (file.size !== undefined && part.size === file.size) return;
  const from = part.size < max ? part.size : 0;
  const response = await requestHub(hub, {
    url: file.url,
    ...(from > 0 && { headers: { Range: `bytes=${from}-` } }),
  });
  const start = startOf(response, from, file.size);
  if (start === undefined) {
    await response.leave();
    // Else the same range would be asked for again.
    if (response.status !== 200) await part.file.truncate(0);
    throw new HubFailure(
      'network',
      `The hub sent other bytes than those of the file ${file.path}.`,
    );
  }
  if (start === 0) await part.file.truncate(0);
  let at = start;
  for await (const bytes of response.body) {
    if (at + bytes.length > max) throw wrong(hub, file);
    await disk.write(part.file, bytes, at);
    at += bytes.length;
    onBytes(at);
  }
  if (file.size !== undefined && at < file.size) {
    throw new HubFailure('network', `The hub broke off the file ${file.path}.`);
  }
}

/**
 * Returns the offset at which the bytes of a response begin: that which was asked for, or 0 from servers that do not
 * know ranges. Undefined if they fit nowhere.
 */
function startOf(
  { status, headers }: HubResponse,
  from: number,
  size: number | undefined,
): number | undefined {
  const isEncoded = (headers.get('Content-Encoding') ?? 'identity') !== 'identity';
  if (status === 200) {
    const length = headers.get('Content-Length');
    const isOther = size !== undefined && length !== null && Number(length) !== size;
    return isOther && !isEncoded ? undefined : 0;
  }
  if (status !== 206 || isEncoded) return undefined;
  const [, first, whole] =
    /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('Content-Range') ?? '') ?? [];
  const isSame = size === undefined || whole === '*' || Number(whole) === size;
  return Number(first) === from && isSame ? from : undefined;
}
