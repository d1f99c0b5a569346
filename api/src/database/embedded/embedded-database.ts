import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { enterTenant, type Database, type Queryable } from '../database.ts';
import { EmbeddedConnection } from './embedded-connection.ts';
import type { EmbeddedStart } from './embedded-messages.ts';
import { lockDataDirectory } from './folder/data-directory-lock.ts';
import { initialiseFolder } from './folder/initialise-folder.ts';
import { answerForSnapshot, DATABASE_FOLDER, removeSnapshots } from './folder/snapshot-folder.ts';
import { ConnectionLock } from './connection-lock.ts';

/** The embedded database, and its bytes as one dump. */
export interface EmbeddedDatabase extends Database {
  dump(): Promise<Uint8Array>;
  /** Runs `task` between two transactions, while nothing changes on disk. */
  whileResting(task: () => Promise<void>): Promise<void>;
}

/** Opens the embedded database in `dataDirectory`, which this process alone then holds. */
export async function openEmbedded(dataDirectory: string): Promise<EmbeddedDatabase> {
  mkdirSync(dataDirectory, { recursive: true });
  let opened: EmbeddedDatabase | undefined;
  const release = await lockDataDirectory(dataDirectory, (request) =>
    answerForSnapshot(dataDirectory, request, (copy) => opened?.whileResting(copy)),
  );
  try {
    await removeSnapshots(dataDirectory);
    const directory = join(dataDirectory, DATABASE_FOLDER);
    await initialiseFolder(directory);
    opened = await open({ directory, dump: undefined }, release);
    return opened;
  } catch (error) {
    await release();
    throw error;
  }
}

/** Opens an embedded database that lives in memory, from a dump or empty. */
export function openInMemory(dump?: Uint8Array): Promise<EmbeddedDatabase> {
  return open({ directory: undefined, dump }, () => Promise.resolve());
}

async function open(start: EmbeddedStart, release: () => Promise<void>): Promise<EmbeddedDatabase> {
  const connection = new EmbeddedConnection(start);
  await connection.open();

  const turns = new ConnectionLock();
  // One connection serves everybody, so that a call past an open transaction would wait for itself.
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const requireOutside = () => {
    if (inside.getStore()?.open === true) {
      throw new Error('Inside a transaction, every statement goes through its tx');
    }
  };
  const take = <T>(task: () => Promise<T>, background = false): Promise<T> => {
    requireOutside();
    return turns.take(task, { background });
  };
  // Single statements are on their way to the thread together, which takes one after the other.
  const share = <T>(task: () => Promise<T>, background: boolean): Promise<T> => {
    requireOutside();
    return turns.share(task, { background });
  };

  const transaction = <T>(work: (tx: Queryable) => Promise<T>, background: boolean): Promise<T> =>
    take(async () => {
      await connection.run('BEGIN');
      const state = { open: true, thread: connection.thread };
      const tx: Queryable = {
        query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
          if (!state.open) throw new Error('The transaction has ended');
          return (await connection.run(sql, parameters, state)) as Row[];
        },
      };
      try {
        const result = await inside.run(state, () => work(tx));
        state.open = false;
        await connection.run('COMMIT', undefined, state);
        return result;
      } catch (error) {
        state.open = false;
        await connection.run('ROLLBACK', undefined, state).catch(() => undefined);
        throw error;
      }
    }, background);

  const view = (background: boolean): Omit<Database, 'lowPriority'> => ({
    kind: 'embedded',
    query: async <Row>(sql: string, parameters?: readonly unknown[]) =>
      (await share(() => connection.run(sql, parameters), background)) as Row[],
    queryOnce: async <Row>(sql: string, parameters: readonly unknown[], organizationId?: string) =>
      (await share(
        () => connection.runPrepared(sql, parameters, organizationId),
        background,
      )) as Row[],
    transaction: (work) => transaction(work, background),
    tenant: (organizationId, work) =>
      transaction(async (tx) => {
        await enterTenant(tx, organizationId);
        return work(tx);
      }, background),
    close: async () => {
      await turns.take(() => connection.close());
      await release();
    },
  });
  const patient: Database = {
    ...view(true),
    get lowPriority() {
      return patient;
    },
  };
  return {
    ...view(false),
    lowPriority: patient,
    dump: () => take(() => connection.dump()),
    whileResting: (task) => take(task),
  };
}
