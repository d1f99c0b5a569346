import { BYTES_KEY } from '../../processing/rows/bytes-key.ts';
import type { EntryLocation } from '../../extraction/zip/read-entry.ts';

/** The original bytes of a document, and its name. */
export interface StoredOriginal {
  name: string;
  sha256: string | null;
  /** Undefined where the bytes are gone, or could never be read. */
  bytes: { key: string; location: EntryLocation } | undefined;
}

/** `BYTES_COLUMNS` of a document. */
export interface BytesRow {
  sha256: string | null;
  key: string | null;
  data_offset: number | null;
  compressed_size: number;
  size: number;
  method: number;
  crc32: number;
}

/** Columns of a document `d` that say where its original bytes are. Only in a tenant's transaction. */
export const BYTES_COLUMNS = `encode(d.sha256, 'hex') AS sha256, d.data_offset, d.compressed_size, d.size, d.method, d.crc32, ${BYTES_KEY} AS key`;

export function bytesOf(row: BytesRow): StoredOriginal['bytes'] {
  const { key, data_offset: dataOffset, size, method, crc32 } = row;
  // Of an empty file nothing is read.
  if (dataOffset === null || (key === null && size > 0)) return undefined;
  return {
    key: key ?? '',
    location: { dataOffset, compressedSize: row.compressed_size, size, method, crc32 },
  };
}
