import { createHash } from 'node:crypto';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { configure, ZipWriter } from '@zip.js/zip.js';

import { flush } from '../database/durable-files.ts';
import { BackupRefused } from './backup-refused.ts';
import { SEAL_BYTES, SealHash } from './seal.ts';

configure({ useWebWorkers: false });

export interface WrittenEntry {
  size: number;
  sha256: string;
}

/** A zip in the making, which gets its name once it is whole and on disk. */
export interface BackupWriter {
  /** `packed` bytes are stored as they are. */
  add(
    name: string,
    pieces: AsyncIterable<Uint8Array>,
    options?: { packed?: boolean },
  ): Promise<WrittenEntry>;
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/** @throws {BackupRefused} where there is a file of that name. */
export async function createBackupWriter(path: string): Promise<BackupWriter> {
  const unfinished = `${path}.unfinished`;
  await refuseExisting(path);
  await rm(unfinished, { force: true });
  // It holds password hashes and the keys of sessions.
  const file = await open(unfinished, 'wx', 0o600);
  const seal = new SealHash();
  const zip = new ZipWriter(sinkOf(file, seal), { zip64: true, useWebWorkers: false });

  return {
    add: async (name, pieces, { packed = false } = {}) => {
      const written = { size: 0, hash: createHash('sha256') };
      const counted = ReadableStream.from(counting(pieces, written));
      await zip.add(name, counted, { level: packed ? 0 : 6 });
      return { size: written.size, sha256: written.hash.digest('hex') };
    },
    finish: async () => {
      await zip.close(new Uint8Array(SEAL_BYTES).fill('0'.charCodeAt(0)));
      const { size } = await file.stat();
      await file.write(seal.digest().seal, size - SEAL_BYTES, 'latin1');
      await file.sync();
      await file.close();
      await refuseExisting(path);
      await rename(unfinished, path);
      flush(dirname(path));
    },
    discard: async () => {
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

function sinkOf(file: FileHandle, seal: SealHash): WritableStream<Uint8Array> {
  return new WritableStream({
    write: async (bytes) => {
      seal.update(bytes);
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
