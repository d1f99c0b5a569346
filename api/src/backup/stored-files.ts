import type { ArchiveStorage } from '../storage/archive-storage.ts';
import type { Queryable } from '../database/database.ts';

const READ_BYTES = 1024 * 1024;

/** A file that rows name. */
export interface NamedFile {
  key: string;
  /** Absent for the bytes of failed documents, whose rows do not know them. */
  size: number | null;
  sha256: string | null;
}

/** The files that the database says are kept. */
export function listNamedFiles(tx: Queryable): Promise<NamedFile[]> {
  return tx.query<NamedFile>(
    `SELECT id::text AS key, size, encode(sha256, 'hex') AS sha256
     FROM archives WHERE purged_at IS NULL
     UNION ALL
     SELECT DISTINCT bytes_key::text, NULL::bigint, NULL FROM documents WHERE bytes_key IS NOT NULL
     ORDER BY 1`,
  );
}

/** The bytes of a stored file, or undefined where there is none of that name. */
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
    // Each storage says it in its own way; what it lists decides.
    if ((await storage.list()).some((file) => file.key === key)) throw error;
    return undefined;
  }
}
