import { Readable } from 'node:stream';
import { createInflateRaw, crc32, inflateRawSync } from 'node:zlib';

import { ZIP_STORED } from '@carrel/shared/contract/archive-rules';

import type { ArchiveSource } from '../../storage/archive-storage.ts';

/** Where the packed bytes of a file stand in its archive, and what they must come to. */
export interface EntryLocation {
  dataOffset: number;
  compressedSize: number;
  size: number;
  method: number;
  crc32: number;
}

/** An entry whose bytes are not what the zip says. The message is for the person who uploaded it. */
export class FaultyEntry extends Error {
  override readonly name = 'FaultyEntry';
}

const READ_BYTES = 256 * 1024;
/** Up to this many bytes an entry is unpacked in one go, which is several times quicker. */
const AT_ONCE_BYTES = 1024 * 1024;
const DAMAGED = 'This file is damaged inside the archive. Pack the archive again and upload it.';

/**
 * The bytes of an entry, piece by piece. Stops as soon as there are more of them than the zip
 * claims, within one piece of 64 kB.
 * @throws {FaultyEntry} where length or checksum are wrong.
 */
export async function* readEntry(
  source: ArchiveSource,
  entry: EntryLocation,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  let checksum = 0;
  for await (const chunk of unpacked(source, entry)) {
    size += chunk.length;
    if (size > entry.size) throw new FaultyEntry(DAMAGED);
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (size !== entry.size || checksum !== entry.crc32) throw new FaultyEntry(DAMAGED);
}

/** All bytes of an entry at once. */
export async function readWholeEntry(
  source: ArchiveSource,
  entry: EntryLocation,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readEntry(source, entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* unpacked(source: ArchiveSource, entry: EntryLocation): AsyncGenerator<Uint8Array> {
  if (entry.method === ZIP_STORED) {
    yield* packedBytes(source, entry);
    return;
  }
  if (entry.compressedSize <= AT_ONCE_BYTES && entry.size <= AT_ONCE_BYTES) {
    yield await unpackedAtOnce(source, entry);
    return;
  }
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  const input = Readable.from(packedBytes(source, entry));
  input.on('error', (error) => inflate.destroy(error));
  try {
    for await (const chunk of input.pipe(inflate)) yield chunk as Uint8Array;
  } catch (error) {
    throw isZlibError(error) ? new FaultyEntry(DAMAGED, { cause: error }) : error;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}

async function unpackedAtOnce(source: ArchiveSource, entry: EntryLocation): Promise<Uint8Array> {
  const packed = await source.read(entry.dataOffset, entry.compressedSize);
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
  } catch (error) {
    throw new FaultyEntry(DAMAGED, { cause: error });
  }
}

async function* packedBytes(
  source: ArchiveSource,
  entry: EntryLocation,
): AsyncGenerator<Uint8Array> {
  const end = entry.dataOffset + entry.compressedSize;
  for (let at = entry.dataOffset; at < end; at += READ_BYTES) {
    const chunk = await source.read(at, Math.min(READ_BYTES, end - at));
    if (chunk.length === 0) throw new FaultyEntry(DAMAGED);
    yield chunk;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
