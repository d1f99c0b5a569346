import type { ArchiveLimits } from '@carrel/shared/contract';
import { tooManyEntriesSentence } from '@carrel/shared/contract/archive-rules';
import type { ComparedFiles, Hashes, PreparedFile } from '@carrel/shared/packing';

import { Failure } from '../exit-codes.ts';
import type { LocalFile } from '../files/local-file.ts';

/** The files of one archive, and those of them whose bytes it has. */
export type ArchiveFiles = Pick<ComparedFiles<LocalFile>, 'readable' | 'sent'>;

/** More than the headers of a file take beside its bytes and, twice, its path of up to 1,024 bytes. */
const HEADERS_MAX = 2 * 1024 + 256;

/**
 * Returns the archives of a plan, in the order in which they are merged: one, unless the server takes no archive
 * of that size. The last one names all files, if documents that no file has are removed with it.
 */
export function splitArchives(
  { readable, sent }: ArchiveFiles,
  hashes: Hashes,
  limits: ArchiveLimits | null | undefined,
  isRemoving: boolean,
): ArchiveFiles[] {
  if (limits === null || limits === undefined) return [{ readable, sent }];
  const { max_entries: maxEntries } = limits;
  if (isRemoving && readable.length > maxEntries) {
    throw new Failure(
      `${tooManyEntriesSentence(maxEntries)} Without --delete, several archives are sent.`,
    );
  }
  const unpackedMax = Math.min(limits.max_unpacked_bytes, limits.max_upload_bytes);
  const batches: PreparedFile<LocalFile>[][] = [];
  let bytes = Infinity;
  for (const file of sent) {
    const size = (hashes.get(file.path)?.size ?? 0) + HEADERS_MAX;
    const batch = batches.at(-1);
    if (batch === undefined || bytes + size > unpackedMax || batch.length >= maxEntries) {
      batches.push([file]);
      bytes = size;
    } else {
      batch.push(file);
      bytes += size;
    }
  }
  const last = batches.pop() ?? [];
  const namesAll = isRemoving || (batches.length === 0 && readable.length <= maxEntries);
  return [
    ...batches.map((batch) => ({ readable: batch, sent: new Set(batch) })),
    { readable: namesAll ? readable : last, sent: new Set(last) },
  ];
}
