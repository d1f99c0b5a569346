import type { ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { reasons, UnreadableDocument } from '../blocks/unreadable-document.ts';
import { readDirectory, type ArchiveLimits, type DirectoryFile } from '../zip/read-directory.ts';
import { FaultyEntry, locateEntry, type EntryLocation } from '../zip/read-entry.ts';
import { INSIDE_MAX, type InnerFile, type InnerFiles } from './inner-file.ts';

const READ_BYTES = 256 * 1024;

/**
 * Returns the files of an archive inside of an archive. Their bytes are copied as they are packed, and are
 * checked when the copy is merged.
 * @throws {RefusedArchive} by the rules of every archive.
 */
export async function zipFiles(bytes: Uint8Array, limits: ArchiveLimits): Promise<InnerFiles> {
  const source = sourceOf(bytes);
  const inner: InnerFiles = { files: [], refused: [] };
  for (const file of await zipDirectory(bytes, limits)) {
    try {
      inner.files.push(packedFile(source, file, await locateEntry(source, file)));
    } catch (error) {
      if (!(error instanceof FaultyEntry)) throw error;
      inner.refused.push({ name: file.path, reason: error.message });
    }
  }
  return inner;
}

/**
 * Returns what an archive inside of an archive has in its directory.
 * @throws {RefusedArchive} by the rules of every archive. @throws {UnreadableDocument} for too many files.
 */
export async function zipDirectory(
  bytes: Uint8Array,
  limits: ArchiveLimits,
): Promise<DirectoryFile[]> {
  const files = await readDirectory(sourceOf(bytes), limits);
  if (files.length > INSIDE_MAX) throw new UnreadableDocument(reasons.tooManyInside(INSIDE_MAX));
  return files;
}

function packedFile(
  source: ArchiveSource,
  { path: name }: DirectoryFile,
  location: EntryLocation,
): InnerFile {
  const { size, crc32, method: compressionMethod } = location;
  return {
    name,
    size,
    addTo: (zip, path) =>
      zip.add(path, ReadableStream.from(packedBytes(source, location)), {
        passThrough: true,
        uncompressedSize: size,
        crc32,
        compressionMethod,
      }),
  };
}

async function* packedBytes(
  source: ArchiveSource,
  { dataOffset, compressedSize }: EntryLocation,
): AsyncGenerator<Uint8Array> {
  const end = Math.min(dataOffset + compressedSize, source.size);
  for (let at = dataOffset; at < end; at += READ_BYTES) {
    yield await source.read(at, Math.min(READ_BYTES, end - at));
  }
}

function sourceOf(bytes: Uint8Array): ArchiveSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: buffer.length,
    read: (start, length) => Promise.resolve(buffer.subarray(start, start + length)),
    close: () => Promise.resolve(),
  };
}
