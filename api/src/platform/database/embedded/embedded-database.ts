import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { tenantTransactions, type Database, type Queryable } from '../database.ts';
import { backgroundDatabase } from '../background-database.ts';
import { tenantParameters } from '../reach.ts';
import { AutoAnalyze } from './auto-analyze.ts';
import { Checkpoints } from './checkpoints.ts';
import { EmbeddedConnection } from './embedded-connection.ts';
import type { EmbeddedStart } from './embedded-messages.ts';
import { lockDataDirectory } from './folder/data-directory-lock.ts';
import { copyFolder } from './folder/copy-folder.ts';
import { initialiseFolder } from './folder/initialise-folder.ts';
import { copySnapshot, DATABASE_FOLDER, cleanUpSnapshots } from './folder/snapshot-folder.ts';
import { ConnectionLock } from './connection-lock.ts';

const BACKGROUND = { lowPriority: true };
/** Bytes of the log between two checkpoints: what a start after a kill reads at most. */
const LOG_BYTES = 128 * 1024 ** 2;

/** PGlite behind the interface of `Database`. */
export interface EmbeddedDatabase extends Database {
  /** Copies the database's folder, while statements go on. */
  copyTo(target: string): Promise<void>;
}

/**
 * Opens the embedded database in `dataDirectory` and locks the directory for this process. Without `fsync`, commits
 * take less time, and a power cut may destroy the database.
 */
export async function openEmbedded(
  dataDirectory: string,
  { fsync = true, logBytes = LOG_BYTES } = {},
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  let opened: EmbeddedDatabase | undefined;
  const release = await lockDataDirectory(dataDirectory, (request) =>
    copySnapshot(dataDirectory, request, (target) => opened?.copyTo(target)),
  );
  try {
    await cleanUpSnapshots(dataDirectory);
    const directory = join(dataDirectory, DATABASE_FOLDER);
    await initialiseFolder(directory);
    opened = await open({ directory, fsync }, logBytes, release);
    return opened;
  } catch (error) {
    await release();
    throw error;
  }
}

async function open(
  start: EmbeddedStart,
  logBytes: number,
  release: () => Promise<void>,
): Promise<EmbeddedDatabase> {
  const connection = new EmbeddedConnection(start);
  await connection.open();

  const lock = new ConnectionLock();
  // There is one connection: a call that bypasses its own open transaction would wait for itself.
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const requireOutside = () => {
    if (inside.getStore()?.open === true) {
      throw new Error('Inside a transaction, every statement goes through its tx');
    }
  };
  const exclusive = <T>(task: () => Promise<T>, lowPriority = false): Promise<T> => {
    requireOutside();
    return lock.exclusive(task, { lowPriority });
  };
  // Single statements are sent to the thread concurrently; it runs them one after the other.
  const shared = <T>(task: () => Promise<T>, lowPriority: boolean): Promise<T> => {
    requireOutside();
    return lock.shared(task, { lowPriority });
  };

  const runLater = (sql: string) =>
    lock.exclusive(() => connection.run(sql, undefined, BACKGROUND), { lowPriority: true });
  const statistics = new AutoAnalyze(runLater);
  const checkpoints = new Checkpoints(runLater, { ...start, logBytes });
  // Nobody waits for them. Without, everything works, if slowly and with a long log.
  const lookLater = () => {
    void statistics.look().catch(() => undefined);
    void checkpoints.look().catch(() => undefined);
  };

  const transaction = <T>(work: (tx: Queryable) => Promise<T>, lowPriority: boolean): Promise<T> =>
    exclusive(async () => {
      await connection.run('BEGIN', undefined, { lowPriority });
      const state = { open: true, thread: connection.thread };
      const options = { transaction: state, lowPriority };
      const tx: Queryable = {
        query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
          if (!state.open) throw new Error('The transaction has ended');
          return (await connection.run(sql, parameters, options)) as Row[];
        },
      };
      try {
        const result = await inside.run(state, () => work(tx));
        state.open = false;
        await connection.run('COMMIT', undefined, options);
        lookLater();
        return result;
      } catch (error) {
        state.open = false;
        await connection.run('ROLLBACK', undefined, options).catch(() => undefined);
        throw error;
      }
    }, lowPriority);

  const view = (lowPriority: boolean): Omit<Database, 'lowPriority'> => ({
    kind: 'embedded',
    listen: (listener) => connection.listen(listener),
    query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
      const rows = await shared(
        () => connection.run(sql, parameters, { lowPriority }),
        lowPriority,
      );
      lookLater();
      return rows as Row[];
    },
    queryOnce: async <Row>(sql: string, parameters: readonly unknown[], organizationId?: string) =>
      (await shared(() => {
        const tenant = organizationId === undefined ? undefined : tenantParameters(organizationId);
        return connection.runPrepared(sql, parameters, tenant, lowPriority);
      }, lowPriority)) as Row[],
    transaction: (work) => transaction(work, lowPriority),
    ...tenantTransactions((work) => transaction(work, lowPriority)),
    close: async () => {
      await lock.exclusive(() => connection.close());
      await release();
    },
  });
  const lowPriority: Database = {
    ...backgroundDatabase(view(true)),
    get lowPriority() {
      return lowPriority;
    },
  };
  return {
    ...view(false),
    lowPriority,
    copyTo: (target) => checkpoints.without(() => copyFolder(start.directory, target, runLater)),
  };
}
