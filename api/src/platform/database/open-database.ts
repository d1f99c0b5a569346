import type { Database } from './database.ts';
import { StatementRefused } from './database-error.ts';
import { openEmbedded } from './embedded/embedded-database.ts';
import { DataDirectoryLocked } from './embedded/folder/data-directory-lock.ts';
import { DATABASE_FOLDER } from './embedded/folder/snapshot-folder.ts';
import { openPostgres } from './postgres/postgres-database.ts';
import { requireRights } from './postgres/tenant-role.ts';

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

/** What opening the configured database may create in the data directory. */
export const createdFolders = ({ databaseUrl }: { databaseUrl: string | undefined }): string[] =>
  databaseUrl === undefined ? [DATABASE_FOLDER, `${DATABASE_FOLDER}.unfinished`] : [];

/** Returns whether another process has the data directory: what appears in it is that one's. */
export const isHeldByAnother = (error: unknown): boolean => error instanceof DataDirectoryLocked;

/** SQLSTATEs of what the role may not do: no privilege, no schema. */
const NO_RIGHT: ReadonlySet<string> = new Set(['42501', '3F000']);

/**
 * Does what creates or changes tables.
 * @throws {DatabaseRefused} if the role of the URL may not, with what an administrator does about it.
 */
export async function withRights<T>(database: Database, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRight = error instanceof StatementRefused && NO_RIGHT.has(error.code);
    if (isRight && database.kind === 'postgres') await requireRights(database);
    throw error;
  }
}
