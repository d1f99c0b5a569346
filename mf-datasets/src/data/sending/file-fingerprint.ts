import { FINGERPRINT_MAX } from '@carrel/shared/contract';

import { crc32 } from '@carrel/shared/packing';

/** Bytes at the end of a file that are read: in a zip, the directory with the checksums of its files. */
const TAIL_BYTES = 1024 * 1024;

/**
 * Returns what an unfinished upload is recognized by when its file is chosen again: the size, the CRC-32 of the last
 * mebibyte, and the name. Rejects where the file cannot be read.
 */
export async function fingerprintOf(file: File): Promise<string> {
  const tail = file.slice(Math.max(0, file.size - TAIL_BYTES));
  const checksum = crc32(new Uint8Array(await tail.arrayBuffer()))
    .toString(16)
    .padStart(8, '0');
  return `${file.size}-${checksum}-${file.name}`.slice(0, FINGERPRINT_MAX).toWellFormed();
}
