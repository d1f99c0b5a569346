import type { Queryable } from '../../database/database.ts';
import { storedSecret } from './stored-secret.ts';

/** Returns the key that signs session tokens. Each database has one. */
export function sessionKey(database: Queryable): Promise<Uint8Array> {
  return storedSecret(database, 'session');
}
