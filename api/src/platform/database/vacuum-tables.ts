import type { Database } from './database.ts';

/**
 * Frees the space of dead rows and renews the planner's statistics, table by table, where the database does not do
 * so by itself.
 */
export async function vacuumTables(database: Database, tables: readonly string[]): Promise<void> {
  if (database.kind !== 'embedded') return;
  for (const table of tables) await database.query(`VACUUM (ANALYZE) ${table}`);
}
