import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { PURGES } from '@carrel/api/src/operations/retention/purge-expired.ts';

/** Purges all that has expired. @throws what the first purge throws that fails */
export async function purgeExpired(database: Database): Promise<void> {
  for (const purge of Object.values(PURGES)) await purge(database);
}
