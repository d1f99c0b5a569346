import { openEmbedded } from '@carrel/api/src/platform/database/embedded/embedded-database.ts';
import { migrate } from '@carrel/api/src/platform/database/migrations/migrate.ts';
import { countDirectWrites } from './count-direct-writes.ts';

// Writes an embedded database that is migrated and without rows into the data directory that is its argument.
const [, , dataDirectory] = process.argv;
if (dataDirectory === undefined) throw new Error('Name a data directory.');
const database = await openEmbedded(dataDirectory);
await migrate(database);
await countDirectWrites(database);
await database.close();
