import { setTimeout } from 'node:timers/promises';

import type { Log } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from './database.ts';
import { distributeTables } from './distributed/distribute-tables.ts';
import { isMigrated, migrate } from './migrations/migrate.ts';
import { unreachableReason } from './database-error.ts';
import { isSharedDatabase, openDatabase, withRights } from './open-database.ts';

/** A database that starts with the server, or that fails over, is there by then. */
const WAIT_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 1000;

/** Opens the database of the settings, migrates it, and lays out its tables as the settings say. */
export async function prepareDatabase(settings: Settings, log: Log): Promise<Database> {
  log.info('opening the database', {
    database: settings.databaseUrl === undefined ? 'embedded' : 'postgres',
    ...(settings.databaseReadUrls.length > 0 && { replicas: settings.databaseReadUrls.length }),
  });
  const database = await openWhenReachable(settings, log);
  try {
    // It may take long, and running instances of the version before may be waited for.
    if (!(await isMigrated(database).catch(() => false))) log.info('migrating the database');
    const applied = await withRights(database, () => migrate(database));
    if (applied.length > 0) log.info('migrated the database', { steps: applied.length });
    if (settings.isDatabaseDistributed && (await distributeTables(database))) {
      log.info('distributed the contents of documents');
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database, and waits for a server that cannot be reached yet. */
async function openWhenReachable(settings: Settings, log: Log): Promise<Database> {
  const until = performance.now() + WAIT_MILLISECONDS;
  let said: string | undefined;
  for (;;) {
    try {
      return await openDatabase(settings, settings.databaseReadUrls);
    } catch (error) {
      const reason = isSharedDatabase(settings) ? unreachableReason(error) : undefined;
      if (reason === undefined || performance.now() > until) throw error;
      if (reason !== said) log.info('waiting for the database', { reason });
      said = reason;
      await setTimeout(PAUSE_MILLISECONDS);
    }
  }
}
