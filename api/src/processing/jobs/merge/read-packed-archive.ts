import type { ArchiveStorage } from '../../../platform/storage/archive-storage.ts';
import { readArchive, type EntryFacts } from '../../../extraction/zip/read-archive.ts';
import { readDirectory, type ArchiveLimits } from '../../../extraction/zip/read-directory.ts';

/** Bytes of an archive, and of its files: what this process reads while requests hardly wait. */
const BYTES_MAX = 1024 * 1024;

/**
 * Reads an archive that this server has packed itself, of the documents of a write by path. Such an archive is
 * not hostile, and somebody waits for it: the start of a worker would be most of that time. Returns undefined
 * for one that is larger than a megabyte, which a worker reads.
 */
export async function readPackedArchive(
  storage: Pick<ArchiveStorage, 'open'>,
  key: string,
  limits: ArchiveLimits,
): Promise<EntryFacts[] | undefined> {
  const source = await storage.open(key);
  try {
    if (source.size > BYTES_MAX) return undefined;
    const directory = await readDirectory(source, limits);
    if (directory.reduce((sum, { size }) => sum + size, 0) > BYTES_MAX) return undefined;
    const files: EntryFacts[] = [];
    for await (const facts of readArchive(source, limits)) files.push(facts);
    return files;
  } finally {
    await source.close();
  }
}
