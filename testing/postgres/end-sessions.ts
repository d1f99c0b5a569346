import type { Queryable } from '@carrel/api/src/platform/database/database.ts';

/**
 * Ends the sessions of a database, for good: else the daemon of Citus connects again. One that has only just started
 * misses the signal, which DROP DATABASE sends once before it gives up after 5 seconds.
 */
export async function endSessions(server: Queryable, name: string): Promise<void> {
  await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  for (;;) {
    const sessions = await server.query(
      'SELECT pg_terminate_backend(pid, 200) FROM pg_stat_activity WHERE datname = $1',
      [name],
    );
    if (sessions.length === 0) return;
  }
}
