import { randomUUID } from 'node:crypto';

import type { Queryable } from '../../../platform/database/database.ts';

/** Programs that are registered at the same time, of all organizations. */
export const CLIENTS_MAX = 20_000;
/** Days after which a program that nobody connected, and one that was not used, are cleaned up. */
const UNUSED_DAYS = 1;
const IDLE_DAYS = 90;

export interface OAuthClient {
  id: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
}

/** Reads and writes programs. */
export function clientsOf(tx: Queryable) {
  return {
    /** Undefined where too many are registered. */
    add: async (
      name: string,
      redirectUris: readonly string[],
    ): Promise<OAuthClient | undefined> => {
      const [added] = await tx.query<OAuthClient>(
        `INSERT INTO oauth_clients (id, name, redirect_uris) SELECT $1, $2, $3
         WHERE (SELECT count(*) FROM oauth_clients) < $4
         RETURNING id, name, redirect_uris AS "redirectUris", created_at AS "createdAt"`,
        [randomUUID(), name, redirectUris, CLIENTS_MAX],
      );
      return added;
    },

    find: async (id: string): Promise<OAuthClient | undefined> => {
      const [client] = await tx.query<OAuthClient>(
        `SELECT id, name, redirect_uris AS "redirectUris", created_at AS "createdAt"
         FROM oauth_clients WHERE id = $1`,
        [id],
      );
      return client;
    },
  };
}

/** Keeps a program from being cleaned up. `tx` is the owner's. */
export async function noteUse(tx: Queryable, clientId: string): Promise<void> {
  await tx.query('UPDATE oauth_clients SET used_at = now() WHERE id = $1', [clientId]);
}

/** Purges expired grants, and programs that nobody uses. */
export async function purgeOAuth(tx: Queryable): Promise<void> {
  await tx.query('DELETE FROM oauth_grants WHERE expires_at < now()');
  await tx.query(
    `DELETE FROM oauth_clients c WHERE NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = c.id)
       AND coalesce(c.used_at + ${IDLE_DAYS} * interval '1 day', c.created_at + ${UNUSED_DAYS} * interval '1 day') < now()`,
  );
}
