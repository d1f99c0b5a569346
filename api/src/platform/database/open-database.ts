import type { Database } from './database.ts';
import { openEmbedded } from './embedded/embedded-database.ts';
import { openPostgres } from './postgres/postgres-database.ts';

/** Returns whether other instances of the server may use the configured database. */
export const isSharedDatabase = ({ databaseUrl }: { databaseUrl: string | undefined }): boolean =>
  databaseUrl !== undefined;

/**
 * Opens the configured database: PostgreSQL at a URL, or the embedded one in the data directory. With URLs of
 * replicas, reads that may be a second old run there.
 */
export function openDatabase(
  settings: { databaseUrl: string | undefined; dataDirectory: string },
  replicaUrls: readonly string[] = [],
): Promise<Database> {
  return settings.databaseUrl === undefined
    ? openEmbedded(settings.dataDirectory)
    : openPostgres(settings.databaseUrl, { urls: replicaUrls });
}
