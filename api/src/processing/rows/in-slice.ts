import type { Database } from '../../platform/database/database.ts';
import type { Slice, Unfinished } from '../../jobs/job.ts';

/** Transactions that are begun in any slice, so that each gets further on a busy database. */
const TRANSACTIONS_LEAST = 20;

class SliceOver extends Error {}

/**
 * Does work that can be interrupted between its transactions. Once the slice is over, the database that it
 * is given begins no further one, and the work is to be repeated.
 */
export async function inSlice(
  database: Database,
  slice: Slice,
  work: (database: Database) => Promise<void>,
): Promise<Unfinished | undefined> {
  let begun = 0;
  const check = () => {
    if (begun >= TRANSACTIONS_LEAST && slice.isOver()) throw new SliceOver();
    begun += 1;
  };
  try {
    await work({
      ...database,
      transaction: async (each) => {
        check();
        return database.transaction(each);
      },
      tenant: async (...arguments_) => {
        check();
        return database.tenant(...arguments_);
      },
    });
    return undefined;
  } catch (error) {
    if (error instanceof SliceOver) return { repeatAfterSeconds: 0 };
    throw error;
  }
}
