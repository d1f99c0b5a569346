import { Readable } from 'node:stream';
import { createInflateRaw, crc32, inflateRawSync } from 'node:zlib';

import { unreadableReason, ZIP_DEFLATE64, ZIP_STORED } from '@carrel/shared/contract/archive-rules';

import type { ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { inflate64 } from './inflate64.ts';
import type { DirectoryFile } from './read-directory.ts';

/** The position of a file's compressed bytes in its archive, and what they must unpack to. */
export interface EntryLocation {
  dataOffset: number;
  compressedSize: number;
  size: number;
  method: number;
  crc32: number;
}

/** An entry whose bytes contradict the zip's directory. The message is for the user who uploaded it. */
export class FaultyEntry extends Error {
  override readonly name = 'FaultyEntry';
}

const READ_BYTES = 256 * 1024;
/** Up to this size an entry is unpacked in one call, which is several times faster. */
const AT_ONCE_BYTES = 1024 * 1024;
const DAMAGED = 'This file is damaged inside the archive. Pack the archive again and upload it.';

const HEADER_BYTES = 30;
const SIGNATURE = 0x04034b50;
const ENCRYPTED_BIT = 0x0001;
const DESCRIPTOR_BIT = 0x0008;
const IN_ZIP64_FIELD = 0xffffffff;

/**
 * Finds the data of a file after its local header, which must match the directory.
 * @throws {FaultyEntry} for a file that cannot be read, with a sentence for the user.
 */
export async function locateEntry(
  source: ArchiveSource,
  file: DirectoryFile,
): Promise<EntryLocation> {
  const reason = file.fault ?? unreadableReason(file);
  if (reason !== undefined) throw new FaultyEntry(reason);
  const header = await source.read(file.offset, HEADER_BYTES + file.rawName.length);
  if (header.length < HEADER_BYTES + file.rawName.length || contradicts(header, file)) {
    throw new FaultyEntry(
      'The archive describes this file in two ways that contradict each other. Pack the archive again and upload it.',
    );
  }
  const nameLength = header.readUInt16LE(26);
  const extraLength = header.readUInt16LE(28);
  return {
    dataOffset: file.offset + HEADER_BYTES + nameLength + extraLength,
    compressedSize: file.compressedSize,
    size: file.size,
    method: file.method,
    crc32: file.crc32,
  };
}

/**
 * Streams the bytes of an entry. Stops within 64 kB of the size that the zip claims.
 * @throws {FaultyEntry} where size or checksum are wrong.
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

/** Returns all bytes of an entry. */
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
  if (entry.method === ZIP_DEFLATE64) {
    yield* unpacked64(source, entry);
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

async function* unpacked64(
  source: ArchiveSource,
  entry: EntryLocation,
): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  const read = async (start: number, length: number) => {
    try {
      return await source.read(entry.dataOffset + start, length);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  try {
    yield* inflate64({ ...entry, read });
  } catch (error) {
    throw failure ?? new FaultyEntry(DAMAGED, { cause: error });
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

function contradicts(header: Buffer, file: DirectoryFile): boolean {
  if (header.readUInt32LE(0) !== SIGNATURE) return true;
  const flags = header.readUInt16LE(6);
  const crc32 = header.readUInt32LE(14);
  const compressedSize = header.readUInt32LE(18);
  const size = header.readUInt32LE(22);
  const blank = crc32 === 0 && compressedSize === 0 && size === 0;
  const sizesDiffer =
    (flags & DESCRIPTOR_BIT) === 0 &&
    !blank &&
    (crc32 !== file.crc32 ||
      differs(compressedSize, file.compressedSize) ||
      differs(size, file.size));
  return (
    (flags & ENCRYPTED_BIT) !== 0 ||
    header.readUInt16LE(8) !== file.method ||
    !header.subarray(HEADER_BYTES).equals(file.rawName) ||
    header.readUInt16LE(26) !== file.rawName.length ||
    sizesDiffer
  );
}

function differs(local: number, actual: number): boolean {
  return local !== IN_ZIP64_FIELD && local !== actual;
}
