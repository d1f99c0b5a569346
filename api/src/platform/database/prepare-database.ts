import type { Log } from '../log.ts';
import type { Settings } from '../settings/settings.ts';
import type { Database } from './database.ts';
import { distributeTables } from './distributed/distribute-tables.ts';
import { migrate } from './migrations/migrate.ts';
import { openDatabase, withRights } from './open-database.ts';

/** Opens the database of the settings, migrates it, and lays out its tables as the settings say. */
export async function prepareDatabase(settings: Settings, log: Log): Promise<Database> {
  log.info('opening the database', {
    database: settings.databaseUrl === undefined ? 'embedded' : 'postgres',
    ...(settings.databaseReadUrls.length > 0 && { replicas: settings.databaseReadUrls.length }),
  });
  const database = await openDatabase(settings, settings.databaseReadUrls);
  try {
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
