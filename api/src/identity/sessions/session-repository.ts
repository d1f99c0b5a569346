import type { Session } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';

/** Reads and ends the sessions of one account. */
export function sessionsOf(tx: Queryable, accountId: string) {
  return {
    /** Newest first; `currentId` is the session of the caller. */
    list: (currentId: string) =>
      tx.query<Session>(
        `SELECT id, id = $2 AS active, user_agent, client_ip, created_at,
           rotated_at AS last_used_at, expires_at, methods FROM sessions
         WHERE account_id = $1 AND expires_at > now() ORDER BY created_at DESC, id`,
        [accountId, currentId],
      ),

    endOthers: (currentId: string) =>
      tx.query('DELETE FROM sessions WHERE account_id = $1 AND id <> $2', [accountId, currentId]),

    endAll: () => tx.query('DELETE FROM sessions WHERE account_id = $1', [accountId]),
  };
}
