import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { configure, ZipWriter } from '@zip.js/zip.js';

import { flush } from '../../platform/database/durable-files.ts';
import { BackupRefused } from './backup-refused.ts';
import { CHECKSUM_BYTES, FileChecksum } from './checksum.ts';

configure({ useWebWorkers: false });

export interface WrittenEntry {
  size: number;
  sha256: string;
}

/** Writes a zip, which gets its name when it is complete and flushed. */
export interface BackupWriter {
  /** Adds an entry. `packed` content is stored without compression. */
  add(
    name: string,
    pieces: AsyncIterable<Uint8Array>,
    options?: { packed?: boolean },
  ): Promise<WrittenEntry>;
  finish(): Promise<void>;
  /** Deletes the unfinished file. */
  abort(): Promise<void>;
}

/** Creates a backup file. @throws {BackupRefused} if a file of that name exists. */
export async function createBackupWriter(path: string): Promise<BackupWriter> {
  const unfinished = `${path}.unfinished`;
  await refuseExisting(path);
  await rm(unfinished, { force: true });
  // Readable by its owner only: it holds password hashes and session keys.
  const file = await open(unfinished, 'wx', 0o600);
  const checksum = new FileChecksum();
  const zip = new ZipWriter(sinkOf(file, checksum), { zip64: true, useWebWorkers: false });

  return {
    add: async (name, pieces, { packed = false } = {}) => {
      const written = { size: 0, hash: createHash('sha256') };
      const counted = ReadableStream.from(counting(pieces, written));
      await zip.add(name, counted, { level: packed ? 0 : 6 });
      return { size: written.size, sha256: written.hash.digest('hex') };
    },
    finish: async () => {
      // The zip's comment is reserved here, and overwritten when the hash of all other bytes is known.
      await zip.close(new Uint8Array(CHECKSUM_BYTES).fill('0'.charCodeAt(0)));
      const { size } = await file.stat();
      await file.write(checksum.digest().expected, size - CHECKSUM_BYTES, 'latin1');
      await file.sync();
      await file.close();
      await refuseExisting(path);
      await rename(unfinished, path);
      flush(dirname(path));
    },
    abort: async () => {
      await file.close().catch(() => undefined);
      await rm(unfinished, { force: true });
    },
  };
}

async function refuseExisting(path: string): Promise<void> {
  const existing = await open(path).catch(() => undefined);
  if (existing === undefined) return;
  await existing.close();
  throw new BackupRefused(`There is a file ${path} already. Name one that does not exist.`);
}

function sinkOf(file: FileHandle, checksum: FileChecksum): WritableStream<Uint8Array> {
  return new WritableStream({
    write: async (bytes) => {
      checksum.update(bytes);
      for (let at = 0; at < bytes.length;) {
        at += (await file.write(bytes, at)).bytesWritten;
      }
    },
  });
}

async function* counting(
  pieces: AsyncIterable<Uint8Array>,
  written: { size: number; hash: ReturnType<typeof createHash> },
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    written.size += piece.length;
    written.hash.update(piece);
    yield piece;
  }
}
