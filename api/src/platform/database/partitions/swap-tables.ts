import type { Queryable } from '../database.ts';
import { lockTables } from '../migrations/lock-tables.ts';
import {
  copyOf,
  followFunction,
  PARTITIONED_TABLES,
  PARTITIONS_SCHEMA,
  REFERRED_TABLES,
} from './partitioned-tables.ts';
import { policiesThatRead, referencesTo } from './table-catalog.ts';

/**
 * Puts the copies in the places of the tables. Changes the catalog only. `validateReferences` follows.
 */
export async function swapTables(tx: Queryable): Promise<void> {
  const run = (sql: string) => tx.query(sql);
  const tables: readonly string[] = PARTITIONED_TABLES;
  const references = await Promise.all(tables.map((table) => referencesTo(tx, table)));
  const others = references
    .flat()
    .filter(({ from }) => !tables.includes(from) && !from.startsWith(PARTITIONS_SCHEMA));
  const policies = await policiesThatRead(tx, tables);
  // To drop a reference locks both of its tables, to drop a policy the table that it limits.
  const referring = [...others.map(({ from }) => from), ...policies.map(({ on }) => on)];
  await lockTables(tx, [...new Set([...REFERRED_TABLES, ...tables, ...referring])]);
  for (const { name, from } of others) await run(`ALTER TABLE ${from} DROP CONSTRAINT ${name}`);
  for (const { name, on } of policies) await run(`DROP POLICY ${name} ON ${on}`);
  const [schema] = await tx.query<{ name: string }>('SELECT current_schema() AS name');
  for (const table of PARTITIONED_TABLES.toReversed()) {
    await run(`DROP TABLE ${table}`);
    await run(`DROP FUNCTION ${followFunction(table)}`);
    await run(`ALTER TABLE ${copyOf(table)} SET SCHEMA ${schema?.name ?? 'public'}`);
  }
  for (const { name, definition, from } of others) {
    await run(`ALTER TABLE ${from} ADD CONSTRAINT ${name} ${definition} NOT VALID`);
  }
  for (const { definition } of policies) await run(definition);
  await run(`DROP TABLE ${PARTITIONS_SCHEMA}.progress`);
}

/** Validates the references of other tables, also of a run that was interrupted after the swap. */
export async function validateReferences(database: Queryable): Promise<void> {
  const references = await Promise.all(
    PARTITIONED_TABLES.map((table) => referencesTo(database, table)),
  );
  for (const { from, name } of references.flat().filter(({ isValid }) => !isValid)) {
    await database.query(`ALTER TABLE ${from} VALIDATE CONSTRAINT ${name}`);
  }
}
