import {
  tooLargeSentence,
  tooManyEntriesSentence,
  unpacksTooLargeSentence,
} from '@carrel/shared/contract/archive-rules';
import type { ArchiveLimits } from '@carrel/shared/contract';

/** What of a zip the server's limits are about. */
export interface ArchiveExtent {
  /** Bytes of the zip. */
  bytes: number;
  /** Entries, folders and leftovers included. */
  entries: number;
  /** Bytes that would come out of it. */
  unpacked: number;
}

/** What the server will say of an archive that is beyond its limits; undefined for one within. */
export function beyondLimits(
  { bytes, entries, unpacked }: ArchiveExtent,
  limits: ArchiveLimits,
): string | undefined {
  const { max_upload_bytes, max_entries, max_unpacked_bytes } = limits;
  if (bytes > max_upload_bytes) return tooLargeSentence(max_upload_bytes);
  if (entries > max_entries) return tooManyEntriesSentence(max_entries);
  return unpacked > max_unpacked_bytes ? unpacksTooLargeSentence(max_unpacked_bytes) : undefined;
}
