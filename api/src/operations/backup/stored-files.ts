import type { ArchiveStorage } from '../../platform/storage/archive-storage.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { UPLOAD_KEYS } from '../../processing/jobs/purge/delete-uploads.ts';

const READ_BYTES = 1024 * 1024;

/** A stored file that the database refers to. */
export interface NamedFile {
  key: string;
  size: number;
  /** Null for originals that an earlier version kept. */
  sha256: string | null;
}

/** Returns the stored files that the database refers to. */
export function listNamedFiles(tx: Queryable): Promise<NamedFile[]> {
  return tx.query<NamedFile>(
    `SELECT id::text AS key, size, encode(sha256, 'hex') AS sha256
     FROM archives WHERE purged_at IS NULL
     UNION ALL
     SELECT key::text, size, encode(sha256, 'hex') FROM original_files
     ORDER BY 1`,
  );
}

/** Returns the keys of bytes that a backup leaves out, as they are no file yet. */
export async function listUploadKeys(tx: Queryable): Promise<string[]> {
  return (await tx.query<{ key: string }>(UPLOAD_KEYS)).map(({ key }) => key);
}

/** Returns the bytes of a stored file, or undefined if it does not exist. */
export async function readStored(
  storage: ArchiveStorage,
  key: string,
): Promise<AsyncGenerator<Uint8Array> | undefined> {
  try {
    const source = await storage.open(key);
    return (async function* () {
      try {
        for (let at = 0; at < source.size; at += READ_BYTES) {
          yield await source.read(at, Math.min(READ_BYTES, source.size - at));
        }
      } finally {
        await source.close();
      }
    })();
  } catch (error) {
    // The error for a missing file differs between storages; the list is reliable.
    if ((await storage.list()).some((file) => file.key === key)) throw error;
    return undefined;
  }
}
