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
  if (bytes > max_upload_bytes) {
    return `The archive is larger than ${exactSize(max_upload_bytes)}, the most that is taken.`;
  }
  if (entries > max_entries) {
    return `The archive holds more than ${max_entries.toLocaleString('en-US')} entries. Split it and upload the parts.`;
  }
  if (unpacked > max_unpacked_bytes) {
    return `The archive would unpack to more than ${roundSize(max_unpacked_bytes)}. Split it and upload the parts.`;
  }
  return undefined;
}

function exactSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const unit = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${units[unit]}`;
}

function roundSize(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${Math.round(gigabytes)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
