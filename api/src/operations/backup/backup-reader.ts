import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

import { configure, Reader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import * as v from 'valibot';

import { BackupRefused } from './backup-refused.ts';
import { MANIFEST_ENTRY, manifestSchema, type Manifest } from './manifest.ts';
import { hasValidChecksum } from './checksum.ts';

configure({ useWebWorkers: false });

/** A complete and unaltered backup. */
export interface BackupReader {
  readonly manifest: Manifest;
  /** Reads an entry. @throws {BackupRefused} at its end if its SHA-256 differs. */
  read(name: string, sha256: string): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

/** Opens a backup. @throws {BackupRefused} unless it is complete and unaltered. */
export async function openBackup(path: string): Promise<BackupReader> {
  const file = await open(path).catch((error: unknown) => {
    throw new BackupRefused(`The backup ${path} cannot be opened: ${String(error)}`);
  });
  try {
    if (!(await hasValidChecksum(path))) {
      throw new BackupRefused(
        `The file ${path} is not a whole backup: it was cut short or altered, or is something else.`,
      );
    }
    const zip = new ZipReader(new HandleReader(file, (await file.stat()).size));
    const entries = new Map<string, FileEntry>();
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) entries.set(entry.filename, entry);
    }
    const manifest = await readManifest(entries.get(MANIFEST_ENTRY));
    return {
      manifest,
      read: (name, sha256) => readEntry(entries.get(name), name, sha256),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

class HandleReader extends Reader<FileHandle> {
  readonly #file: FileHandle;

  constructor(file: FileHandle, size: number) {
    super(file);
    this.#file = file;
    this.size = size;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const buffer = Buffer.allocUnsafe(Math.min(length, this.size - index));
    let read = 0;
    while (read < buffer.length) {
      const { bytesRead } = await this.#file.read(buffer, read, buffer.length - read, index + read);
      if (bytesRead === 0) throw new BackupRefused('The backup ended early.');
      read += bytesRead;
    }
    return buffer;
  }
}

async function readManifest(entry: FileEntry | undefined): Promise<Manifest> {
  const pieces: Uint8Array[] = [];
  for await (const piece of contentOf(entry, MANIFEST_ENTRY)) pieces.push(piece);
  const read = v.safeParse(manifestSchema, JSON.parse(Buffer.concat(pieces).toString('utf8')));
  if (read.success) return read.output;
  throw new BackupRefused('The backup was made by another version of Carrel, in another format.');
}

async function* readEntry(
  entry: FileEntry | undefined,
  name: string,
  sha256: string,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of contentOf(entry, name)) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw new BackupRefused(`The backup's ${name} was altered.`);
}

async function* contentOf(entry: FileEntry | undefined, name: string): AsyncGenerator<Uint8Array> {
  if (entry === undefined) throw new BackupRefused(`The backup lacks ${name}.`);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const done = entry.getData(writable);
  // A failure also breaks the stream, which throws below.
  done.catch(() => undefined);
  yield* readable;
  await done;
}
