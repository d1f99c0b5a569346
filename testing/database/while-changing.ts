import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { expect } from 'vitest';

/**
 * Sends a request that waits for a transaction of somebody else, in which `changes` are made; returns its response. Each
 * change is a statement about `id`, its only parameter. For PostgreSQL: the embedded database has one connection.
 */
export async function whileChanging(
  database: Database,
  { id, changes }: { id: string; changes: readonly string[] },
  send: () => Promise<Response>,
): Promise<Response> {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = database.transaction(async (tx) => {
    for (const change of changes) await tx.query(change, [id]);
    begun.resolve();
    await released.promise;
  });
  await begun.promise;
  const sent = send();
  const waiting = () =>
    database.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
  try {
    await expect.poll(waiting).toHaveLength(1);
  } finally {
    released.resolve();
    await changing;
  }
  return sent;
}
