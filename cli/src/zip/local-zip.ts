import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

import type { UploadSource } from '@carrel/client';
import { readCentralDirectory, UnreadableZip } from '@carrel/shared/packing';
import type { SlicedBytes, ZipContents } from '@carrel/shared/packing';

import { FileChanged, readLocalFile } from '../files/local-file.ts';
import type { LocalFile } from '../files/local-file.ts';

/** Returns the content of a zip on the disk; undefined for one whose directory only the server may be able to read. */
export async function readLocalZip(file: LocalFile): Promise<ZipContents | undefined> {
  const bytes: SlicedBytes = {
    size: file.size,
    slice: (start, end) => ({ arrayBuffer: () => readPart(file, start, end) }),
  };
  try {
    return await readCentralDirectory(bytes);
  } catch (error) {
    if (error instanceof UnreadableZip) return undefined;
    throw error;
  }
}

/** A zip that is sent as it is. */
export const zipSource = (file: LocalFile): UploadSource => ({
  size: file.size,
  readFrom: (start, signal) => readLocalFile(file, { start }, signal),
  fingerprint: createHash('sha256')
    .update(`${file.absolute}\n${file.size} ${file.modified} ${file.inode}`)
    .digest('hex'),
});

async function readPart(file: LocalFile, start: number, end: number): Promise<ArrayBuffer> {
  const part = new Uint8Array(Math.max(0, Math.min(end, file.size) - start));
  const handle = await open(file.absolute);
  try {
    for (let at = 0; at < part.length;) {
      const { bytesRead } = await handle.read(part, at, part.length - at, start + at);
      if (bytesRead === 0) throw new FileChanged(file);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return part.buffer;
}
