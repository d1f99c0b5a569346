import { globSync } from 'node:fs';

import { openPostgres } from '@carrel/api/src/platform/database/postgres/postgres-database.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

const WORKERS = 2;
const PORT = 5432;

/** Whether the installed PostgreSQL has Citus, which Debian has no package of. */
export const hasCitusLibrary = (): boolean =>
  globSync('/usr/{lib,share}/postgresql/*/{lib,extension}/citus.{so,control}').length > 0;

/** A coordinator and workers, each with its own folder. */
export interface TestCitus {
  coordinator: TestPostgres;
  workers: readonly TestPostgres[];
  /** Creates a database on all servers that knows the workers. Returns its URL. */
  createDatabase(name: string, options?: { workers?: number }): Promise<string>;
  close(): void;
}

/** Starts a cluster. */
export function startTestCitus({ durable = false }: { durable?: boolean } = {}): TestCitus {
  const start = () =>
    startTestPostgres({
      durable,
      settings: [
        'shared_preload_libraries=citus',
        'max_prepared_transactions=300',
        'max_worker_processes=64',
        'citus.shard_count=8',
        // All are on one disk.
        'citus.check_available_space_before_move=off',
      ],
    });
  const coordinator = start();
  const workers = Array.from({ length: WORKERS }, start);
  return {
    coordinator,
    workers,
    createDatabase: async (name, { workers: count = WORKERS } = {}) => {
      for (const server of [coordinator, ...workers]) {
        await onDatabase(server, 'postgres', `CREATE DATABASE ${name}`);
        await onDatabase(
          server,
          name,
          // A server connects to itself when shards move.
          `ALTER DATABASE ${name} SET citus.local_hostname = '${server.socketFolder}'`,
          'CREATE EXTENSION citus',
        );
      }
      await onDatabase(
        coordinator,
        name,
        `SELECT citus_set_coordinator_host('${coordinator.socketFolder}', ${PORT})`,
        ...workers
          .slice(0, count)
          .map(({ socketFolder }) => `SELECT citus_add_node('${socketFolder}', ${PORT})`),
      );
      return coordinator.urlOf(name);
    },
    close: () => {
      for (const server of [coordinator, ...workers]) server.close();
    },
  };
}

/** Runs statements, each by itself, on a database of a server. */
export async function onDatabase(
  server: Pick<TestPostgres, 'urlOf'>,
  name: string,
  ...statements: string[]
): Promise<void> {
  const database = await openPostgres(server.urlOf(name));
  try {
    for (const sql of statements) await database.query(sql);
  } finally {
    await database.close();
  }
}
