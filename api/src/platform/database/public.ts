// The door for programs that open a database of Carrel.
export type { Database } from './database.ts';
export { DatabaseRefused } from './database-error.ts';
export { DISTRIBUTED_TABLES } from './distributed/distribute-tables.ts';
export { finishUpgrade } from './migrations/finish-upgrade.ts';
export { readMigrations } from './migrations/migrate.ts';
export { openDatabase } from './open-database.ts';
export { abandonPartitioning, partitionTables } from './partitions/partition-tables.ts';
export { openPostgres } from './postgres/postgres-database.ts';
export { storedColumns } from './stored-columns.ts';
