import { randomBytes } from 'node:crypto';

import type { Queryable } from '../../database/database.ts';

const stored = new WeakMap<Queryable, Map<string, Promise<Uint8Array>>>();

/** Returns 32 random bytes of the database, by name. They are created at first use. */
export function storedSecret(database: Queryable, name: string): Promise<Uint8Array> {
  let secrets = stored.get(database);
  if (secrets === undefined) {
    secrets = new Map();
    stored.set(database, secrets);
  }
  let secret = secrets.get(name);
  if (secret === undefined) {
    secret = readSecret(database, name);
    secrets.set(name, secret);
    secret.catch(() => secrets.delete(name));
  }
  return secret;
}

async function readSecret(database: Queryable, name: string): Promise<Uint8Array> {
  await database.query(
    'INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    [name, randomBytes(32)],
  );
  const [row] = await database.query<{ value: Uint8Array }>(
    'SELECT value FROM secrets WHERE name = $1',
    [name],
  );
  if (row === undefined) throw new Error(`The secret "${name}" is missing`);
  return row.value;
}
