import { randomBytes } from 'node:crypto';

import type { Queryable } from '../database/database.ts';

const keys = new WeakMap<Queryable, Promise<Uint8Array>>();

/** Returns the key that signs session tokens. Each database has one, created at first use. */
export function sessionKey(database: Queryable): Promise<Uint8Array> {
  let key = keys.get(database);
  if (key === undefined) {
    key = readKey(database);
    keys.set(database, key);
    key.catch(() => keys.delete(database));
  }
  return key;
}

async function readKey(database: Queryable): Promise<Uint8Array> {
  await database.query(
    `INSERT INTO secrets (name, value) VALUES ('session', $1) ON CONFLICT (name) DO NOTHING`,
    [randomBytes(32)],
  );
  const [row] = await database.query<{ value: Uint8Array }>(
    `SELECT value FROM secrets WHERE name = 'session'`,
  );
  if (row === undefined) throw new Error('The session key is missing');
  return row.value;
}
