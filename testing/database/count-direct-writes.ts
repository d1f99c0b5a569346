import { readFileSync } from 'node:fs';

import type { Queryable } from '@carrel/api/src/platform/database/database.ts';

const SQL = new URL('count-direct-writes.sql', import.meta.url);

/** Has the database of a test count documents that the test writes with SQL of its own. */
export async function countDirectWrites(database: Queryable): Promise<void> {
  await database.query(readFileSync(SQL, 'utf8'));
}

/** Takes the triggers away: the database is then as that of a server. */
export async function dropDirectWriteTriggers(database: Queryable): Promise<void> {
  const names = readFileSync(SQL, 'utf8').matchAll(/^CREATE TRIGGER (\w+)/gm);
  for (const [, name] of names) await database.query(`DROP TRIGGER ${name} ON documents`);
}
