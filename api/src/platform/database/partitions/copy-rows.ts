import type { Database } from '../database.ts';
import { inTime } from './in-time.ts';
import { copyOf, KEYS, PARTITIONS_SCHEMA, type PartitionedTable } from './partitioned-tables.ts';

const BATCH = 2000;

/**
 * Copies the rows that a table had before its trigger, in batches, from where an earlier run stopped. A row that is
 * locked for the copy is deleted only after it, so that the trigger finds the copy. Returns the number of rows.
 */
export async function copyRows(database: Database, table: PartitionedTable): Promise<number> {
  const key = KEYS[table];
  const list = key.join(', ');
  const types = await typesOf(database, table, key);
  let rows = 0;
  for (let copied = BATCH; copied > 0;) {
    copied = await inTime(database, async (tx) => {
      const [progress] = await tx.query<{ keys: string[] | null }>(
        `SELECT last AS keys FROM ${PARTITIONS_SCHEMA}.progress WHERE name = $1 FOR UPDATE`,
        [table],
      );
      const last = progress?.keys ?? [];
      const beyond =
        last.length === 0
          ? ''
          : `WHERE (${list}) > (${types.map((type, place) => `$${place + 1}::${type}`).join(', ')})`;
      const [batch] = await tx.query<{ copied: number; last: string[] | null }>(
        `WITH batch AS (
           SELECT * FROM ${table} ${beyond} ORDER BY ${list} LIMIT ${BATCH} FOR SHARE
         ), copied AS (
           INSERT INTO ${copyOf(table)} SELECT * FROM batch ON CONFLICT DO NOTHING
         )
         SELECT (SELECT count(*) FROM batch) AS copied,
           (SELECT ARRAY[${key.map((column) => `${column}::text`).join(', ')}] FROM batch
            ORDER BY ${key.map((column) => `${column} DESC`).join(', ')} LIMIT 1) AS last`,
        last,
      );
      if (batch === undefined || batch.last === null) return 0;
      await tx.query(`UPDATE ${PARTITIONS_SCHEMA}.progress SET last = $2 WHERE name = $1`, [
        table,
        batch.last,
      ]);
      return batch.copied;
    });
    rows += copied;
  }
  return rows;
}

async function typesOf(
  database: Database,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  const types = await database.query<{ type: string }>(
    `SELECT format_type(a.atttypid, a.atttypmod) AS type
     FROM unnest($2::text[]) WITH ORDINALITY AS c (name, place)
     JOIN pg_attribute a ON a.attrelid = $1::regclass AND a.attname = c.name ORDER BY c.place`,
    [table, columns],
  );
  return types.map(({ type }) => type);
}
