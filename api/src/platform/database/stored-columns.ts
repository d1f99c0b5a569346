import type { Queryable } from './queryable.ts';

/** Returns the columns of a table that are not generated from others, in order. */
export async function storedColumns(tx: Queryable, table: string): Promise<string[]> {
  const columns = await tx.query<{ name: string }>(
    `SELECT attname::text AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY attnum`,
    [`"${table}"`],
  );
  return columns.map(({ name }) => name);
}
