import type { Queryable } from '@carrel/api/src/platform/database/database.ts';

/**
 * Inserts a row of an organization into each table, in one statement: a suite seeds thousands of organizations.
 * Foreign keys may be to rows of the same statement; triggers do not see these.
 */
export async function insertRows(
  database: Queryable,
  organizationId: string,
  rows: Readonly<Record<string, object>>,
): Promise<void> {
  const values: unknown[] = [organizationId];
  const inserts = Object.entries(rows).map(([table, row]) => {
    const columns = Object.entries(row);
    const places = columns.map(([, value]) => `$${values.push(value)}`);
    return `into_${table} AS (INSERT INTO ${table} (organization_id, ${columns.map(([name]) => name).join(', ')})
      VALUES ($1, ${places.join(', ')}))`;
  });
  await database.query(`WITH ${inserts.join(', ')} SELECT 1`, values);
}
