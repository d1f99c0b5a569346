import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { inject } from 'vitest';

import { Contention } from '@carrel/api/src/platform/database/database-error.ts';
import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { migrate } from '@carrel/api/src/platform/database/migrations/migrate.ts';
import { openPostgres } from '@carrel/api/src/platform/database/postgres/postgres-database.ts';
import { countDirectWrites } from '../database/count-direct-writes.ts';
import { installPostgres } from '../postgres/install-postgres.ts';
import { startTestPostgres, type TestPostgres } from '../postgres/test-postgres.ts';

const NAME = 'carrel';

/** A server with a migrated database, and one that follows it. */
export interface ReplicatedPostgres {
  primary: TestPostgres;
  replica: TestPostgres;
  /** The database of the replica, for what an operator does. */
  operator: Operator;
  /** Opens the database with replicas: the one above unless others are named. */
  open(options?: { boundMilliseconds?: number; urls?: readonly string[] }): Promise<Database>;
  close(): Promise<void>;
}

interface Operator {
  /** Has the replica receive the log, but not replay it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  query: Database['query'];
}

/** Says why the tests of replicas do not run here; undefined where they do. */
export function whyNoReplicas(): string | undefined {
  // Undefined in the other projects, although its type does not allow it.
  const template: string | undefined = inject('postgresTemplate');
  const isPooled: boolean | undefined = inject('isPooled');
  if (template === undefined || isPooled) return 'They run in the project api-on-postgres.';
  if (!existsSync(join(installPostgres(), 'pg_basebackup'))) {
    return 'They need pg_basebackup, which is not beside initdb here.';
  }
  return undefined;
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = startTestPostgres();
  const maintenance = await openPostgres(primary.urlOf('postgres'));
  await maintenance.query(`CREATE DATABASE ${NAME}`);
  await maintenance.close();
  const migrating = await openPostgres(primary.urlOf(NAME));
  await migrate(migrating);
  await countDirectWrites(migrating);
  await migrating.close();
  const replica = startTestPostgres({
    replicaOf: primary,
    // What is replayed waits for no reader.
    settings: ['max_standby_streaming_delay=0'],
  });
  const withReplica = async <Row>(sql: string, parameters?: readonly unknown[]) => {
    const database = await openPostgres(replica.urlOf(NAME));
    try {
      for (;;) {
        try {
          return await database.query<Row>(sql, parameters);
        } catch (error) {
          // What is replayed at the same time may cancel it.
          if (!(error instanceof Contention)) throw error;
        }
      }
    } finally {
      await database.close();
    }
  };
  return {
    primary,
    replica,
    operator: {
      pause: async () => {
        await withReplica('SELECT pg_wal_replay_pause()');
        // The request is granted by the process that replays, between two records.
        for (let state = ''; state !== 'paused';) {
          const [row] = await withReplica<{ state: string }>(
            'SELECT pg_get_wal_replay_pause_state() AS state',
          );
          state = row?.state ?? '';
        }
      },
      resume: async () => {
        await withReplica('SELECT pg_wal_replay_resume()');
      },
      query: withReplica,
    },
    open: ({ boundMilliseconds, urls = [replica.urlOf(NAME)] } = {}) =>
      openPostgres(primary.urlOf(NAME), {
        urls,
        ...(boundMilliseconds !== undefined && { boundMilliseconds }),
      }),
    close: () => {
      replica.close();
      primary.close();
      return Promise.resolve();
    },
  };
}
