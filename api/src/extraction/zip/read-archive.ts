import { createHash } from 'node:crypto';

import type { ArchiveSource } from '../../platform/storage/archive-storage.ts';
import { readDirectory, type ArchiveLimits, type DirectoryFile } from './read-directory.ts';
import { FaultyEntry, locateEntry, readEntry, type EntryLocation } from './read-entry.ts';

/** A file of an archive after all of its bytes were read once. */
export interface EntryFacts {
  path: string;
  size: number;
  /** Absent, like `sha256`, where the file cannot be read; `fault` is the reason. */
  location?: EntryLocation;
  /** Without a location, of bytes that were not sent, as the dataset has them. */
  sha256?: string;
  fault?: string;
}

/**
 * Reads every file of an archive once, checking length and checksum.
 * @throws {RefusedArchive} where the archive as a whole cannot be read.
 */
export async function* readArchive(
  source: ArchiveSource,
  limits: ArchiveLimits,
): AsyncGenerator<EntryFacts> {
  for (const file of await readDirectory(source, limits)) {
    yield await factsOf(source, file);
  }
}

async function factsOf(source: ArchiveSource, file: DirectoryFile): Promise<EntryFacts> {
  const { path, size, presentSha256 } = file;
  if (presentSha256 !== undefined) return { path, size, sha256: presentSha256 };
  try {
    const location = await locateEntry(source, file);
    const hash = createHash('sha256');
    for await (const chunk of readEntry(source, location)) hash.update(chunk);
    return { path, size, location, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof FaultyEntry) return { path, size, fault: error.message };
    throw error;
  }
}
