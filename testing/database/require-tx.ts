import { AsyncLocalStorage } from 'node:async_hooks';

import type { Database, Queryable } from '@carrel/api/src/platform/database/database.ts';

/** Whether the transaction that a call is in is open. */
const inside = new AsyncLocalStorage<{ open: boolean }>();

function requireOutside(): void {
  if (inside.getStore()?.open === true) {
    throw new Error('Inside a transaction, every statement goes through its tx');
  }
}

/** Runs the work of a transaction, in which no other statement may be sent. */
async function runInside<T>(tx: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const state = { open: true };
  try {
    return await inside.run(state, () => work(tx));
  } finally {
    state.open = false;
  }
}

/**
 * Returns the same database, which refuses what would wait forever on the embedded one: a statement inside of
 * a transaction that does not go through it. A server with few connections waits there as well.
 */
export function requireTx(database: Database): Database {
  if (database.kind === 'embedded') return database;
  let lowPriority: Database | undefined;
  const required: Database = {
    ...database,
    get lowPriority() {
      lowPriority ??=
        database.lowPriority === database ? required : requireTx(database.lowPriority);
      return lowPriority;
    },
    query: async (sql, parameters) => {
      requireOutside();
      return database.query(sql, parameters);
    },
    queryOnce: async (...call) => {
      requireOutside();
      return database.queryOnce(...call);
    },
    transaction: async (work) => {
      requireOutside();
      return database.transaction((tx) => runInside(tx, work));
    },
    tenant: async (id, work, before) => {
      requireOutside();
      return database.tenant(id, (tx) => runInside(tx, work), before);
    },
    read: async (id, work) => {
      requireOutside();
      return database.read(id, (tx) => runInside(tx, work));
    },
  };
  return required;
}
