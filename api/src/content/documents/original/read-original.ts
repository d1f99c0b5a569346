import type { ArchiveSource, ArchiveStorage } from '../../../platform/storage/archive-storage.ts';
import { FaultyEntry, readEntry, type EntryLocation } from '../../../extraction/zip/read-entry.ts';
import type { ByteRange } from '../../../platform/http/downloads/byte-range.ts';

/**
 * Streams bytes of a stored document. The checksum is verified where they are read to the end.
 * @throws {FaultyEntry} where the stored bytes are damaged.
 */
export async function* readOriginal(
  storage: ArchiveStorage,
  { key, location }: { key: string; location: EntryLocation },
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (location.size === 0) return;
  const source = await openOriginal(storage, key);
  try {
    let at = 0;
    for await (const chunk of readEntry(source, location)) {
      const from = Math.max(start - at, 0);
      const to = Math.min(end - at, chunk.length);
      at += chunk.length;
      if (from < to) yield chunk.subarray(from, to);
      // To the last byte, so that the checksum is compared.
      if (at >= end && end < location.size) return;
    }
  } finally {
    await source.close();
  }
}

/** @throws {FaultyEntry} where the stored file is missing. */
export async function openOriginal(storage: ArchiveStorage, key: string): Promise<ArchiveSource> {
  try {
    return await storage.open(key);
  } catch (error) {
    // The error for a missing file differs between storages; the list is reliable.
    if ((await storage.list()).some((file) => file.key === key)) throw error;
    throw new FaultyEntry('The stored file is missing', { cause: error });
  }
}
