import { crc32 } from '@carrel/shared/packing';
import type { FileHash } from '@carrel/shared/packing';

/** Bytes of the largest file that is held in memory to be hashed. */
const AT_ONCE_BYTES = 128 * 1024 * 1024;

/**
 * Reads a file once. A larger one, or one of a page without HTTPS, has no SHA-256. A browser asks the disk for
 * each size, and the page waits for that: it is asked for in the worker.
 */
export async function hashFile(file: Blob): Promise<FileHash> {
  const { size } = file;
  if (size > AT_ONCE_BYTES) return { size, crc32: await checksumOf(file), sha256: undefined };
  return hashBytes(await file.arrayBuffer());
}

export async function hashBytes(bytes: ArrayBuffer): Promise<FileHash> {
  return {
    size: bytes.byteLength,
    crc32: crc32(new Uint8Array(bytes)),
    sha256: await sha256Of(bytes),
  };
}

async function checksumOf(file: Blob): Promise<number> {
  let checksum = 0;
  const reader = file.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    checksum = crc32(part.value, checksum);
  }
  return checksum;
}

/** Browsers hash in secure contexts only. */
async function sha256Of(bytes: ArrayBuffer): Promise<string | undefined> {
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return undefined;
  const hash = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
