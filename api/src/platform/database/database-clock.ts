import type { Queryable } from './database.ts';

/** Returns the time of the database, which all instances share: the clock of one may be wrong. */
export async function databaseTime(database: Pick<Queryable, 'query'>): Promise<Date> {
  const [row] = await database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (row === undefined) throw new Error('The database returned no time');
  return row.now;
}
