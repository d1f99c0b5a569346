import {
  PgBoss,
  type Db,
  type JobWithMetadata,
  type QueueOptions,
  type QueuePolicy,
} from 'pg-boss';

import type { Database, Queryable } from '../platform/database/database.ts';
import type { JobCounts, Queue, WorkerOptions } from '../platform/queue.ts';
import { startQueueWorkers, type QueueWorkers } from './queue-workers.ts';

const STOP_MILLISECONDS = 8000;
/**
 * How often a queue is polled. Of the embedded database, a send wakes a worker, and only what is for later or
 * retried waits for a poll. Of PostgreSQL, other processes send too, and a send is not visible at once.
 */
const POLL_MILLISECONDS = { embedded: 1000, postgres: 200 } as const;

// Any number that no other program uses on the same database.
const OPENING_LOCK = 4_915_200_732;

/** How the jobs of a queue are retried. */
export type Retries = Pick<
  QueueOptions,
  'retryLimit' | 'retryDelay' | 'retryBackoff' | 'retryDelayMax' | 'expireInSeconds'
>;

export interface QueueDefinition {
  name: string;
  retries: Retries;
  /** It cannot be changed once the queue was created. */
  policy?: QueuePolicy;
}

/** Starts the queue on the database. Jobs that a killed process had taken are retried. */
export async function startQueue(
  database: Database,
  definitions: readonly QueueDefinition[],
  onError: (error: Error) => void,
): Promise<Queue> {
  const served = database.kind === 'postgres';
  const boss = new PgBoss({
    db: asBossDatabase(database),
    backend: served ? 'postgres' : 'pglite',
    schedule: false,
    superviseIntervalSeconds: served ? 10 : 60,
    monitorIntervalSeconds: served ? 10 : 60,
    reindex: false,
  });
  boss.on('error', onError);
  const open = async () => {
    await boss.start();
    await prepare(boss, database, definitions);
  };
  // Without the lock, two instances that start on a new database would both create its tables.
  if (served)
    await database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [OPENING_LOCK]);
      await open();
    });
  else await open();
  let running = true;
  const workers = new Map<string, QueueWorkers>();
  const wake = (name: string) => workers.get(name)?.wake();

  return {
    isShared: served,
    transaction: (work) => database.transaction(work),
    send: async (name, data, { tx, startAfterSeconds = 0, owner } = {}) => {
      const isLater = startAfterSeconds > 0;
      if (served && tx !== undefined && owner !== undefined) {
        await tx.query('SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [
          senderKey(name, owner),
        ]);
      }
      await boss.send(name, data, {
        ...(tx === undefined ? {} : { db: asBossDatabase(tx) }),
        ...(isLater && { startAfter: startAfterSeconds }),
        ...(owner !== undefined && {
          singletonKey: isLater ? `${owner}/later` : owner,
          group: { id: owner },
        }),
      });
      // The embedded database commits the transaction before it runs another.
      if (!isLater) wake(name);
    },
    sendMany: async (name, data, { tx } = {}) => {
      const jobs = data.map((each) => ({ data: each }));
      await boss.insert(name, jobs, tx === undefined ? {} : { db: asBossDatabase(tx) });
      wake(name);
    },
    waitForSenders: async (name, owner) => {
      // The embedded database runs one transaction at a time.
      if (!served) return false;
      await database.transaction((tx) =>
        tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [senderKey(name, owner)]),
      );
      return true;
    },
    work: async <Data extends object>(
      name: string,
      { concurrency = 1, batchSize = 1 }: Partial<WorkerOptions>,
      handler: (jobs: JobWithMetadata<Data>[]) => Promise<unknown>,
    ) => {
      const pollMilliseconds = POLL_MILLISECONDS[database.kind];
      const options = { concurrency, batchSize };
      workers.set(name, await startQueueWorkers(boss, name, options, pollMilliseconds, handler));
    },
    wake,
    isRunning: () => running,
    worksForOthers: (names, owner) => worksForOthers(database, names, owner),
    counts: () => countJobs(database),
    stop: async () => {
      running = false;
      for (const each of workers.values()) each.close();
      await boss.stop({ graceful: true, timeout: STOP_MILLISECONDS, close: false });
    },
  };
}

async function prepare(
  boss: PgBoss,
  database: Database,
  definitions: readonly QueueDefinition[],
): Promise<void> {
  const heartbeat = database.kind === 'postgres' ? { heartbeatSeconds: 10 } : {};
  for (const { name, retries, policy = 'standard' } of definitions) {
    await boss.createQueue(name, { policy, ...heartbeat, ...retries });
    await boss.updateQueue(name, { ...heartbeat, ...retries });
  }
  await database.query(`
    GRANT USAGE ON SCHEMA pgboss TO carrel_tenant;
    GRANT SELECT ON pgboss.queue TO carrel_tenant;
    GRANT INSERT, SELECT (id) ON pgboss.job, pgboss.job_common TO carrel_tenant`);
  if (database.kind === 'embedded') {
    // Only this process works here, so a job that is active at its start was left by a crash.
    await database.query(`UPDATE pgboss.job SET state = 'retry' WHERE state = 'active'`);
  }
  // The first send of a queue looks it up, which it could not do within a tenant's transaction.
  for (const { name } of definitions) {
    await boss.insert(name, []);
  }
}

/** The name of the lock that transactions share while they send a job of an owner. */
const senderKey = (name: string, owner: string): string => `${name}/${owner}`;

function asBossDatabase(database: Queryable): Db {
  return {
    executeSql: async (text, values) => ({
      rows: await database.query(
        text,
        values === undefined || values.length === 0 ? undefined : values,
      ),
    }),
  };
}

/** By the indexes of active jobs, and of waiting ones of which an owner has few. */
async function worksForOthers(
  database: Database,
  names: readonly string[],
  owner: string,
): Promise<boolean> {
  const [row] = await database.query<{ others: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pgboss.job
       WHERE name = ANY ($1) AND state = 'active' AND group_id IS NOT NULL AND group_id <> $2
     ) OR EXISTS (
       SELECT FROM pgboss.job
       WHERE name = ANY ($1) AND state = 'created' AND policy = 'short' AND group_id <> $2
     ) AS others`,
    [names, owner],
  );
  return row?.others === true;
}

async function countJobs(database: Database): Promise<Record<string, JobCounts>> {
  const rows = await database.query<JobCounts & { name: string }>(`SELECT name,
    coalesce(extract(epoch FROM now() - min(greatest(created_on, start_after))
      FILTER (WHERE state IN ('created', 'retry') AND start_after <= now())), 0)::float8
      AS "oldestSeconds",
    count(*) FILTER (WHERE state IN ('created', 'retry')) AS waiting,
    count(*) FILTER (WHERE state = 'active') AS active,
    count(*) FILTER (WHERE state = 'failed') AS failed
    FROM pgboss.job GROUP BY name
    UNION ALL
    SELECT name,
    coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE turn IS NULL AND due_at <= now())), 0)::float8,
    count(*) FILTER (WHERE turn IS NULL), count(turn), count(*) FILTER (WHERE attempts > 0)
    FROM organization_jobs GROUP BY name`);
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]));
}
