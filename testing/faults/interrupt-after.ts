import type { Database } from '@carrel/api/src/platform/database/database.ts';

/** Returns the same database, in which every transaction after that many is rolled back with an error. */
export function interruptAfter(transactions: number, database: Database): Database {
  let left = transactions;
  const count = <T>(result: T): T => {
    left -= 1;
    if (left < 0) throw new Error('interrupted');
    return result;
  };
  return {
    ...database,
    transaction: (work) => database.transaction(async (tx) => count(await work(tx))),
    tenant: (id, work, before) => database.tenant(id, async (tx) => count(await work(tx)), before),
  };
}
