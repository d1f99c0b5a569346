import { setTimeout } from 'node:timers/promises';

import type { Database } from './database.ts';
import { Contention, StatementRefused } from './database-error.ts';
import { migrate } from './migrate.ts';

const TRIES = 100;
const PAUSE_MILLISECONDS = 500;
/** PostgreSQL's code for a statement that took longer than its timeout. */
const CANCELLED = '57014';

/**
 * Applies the second phases of migrations, when no instance of the version before runs any more, and returns
 * their names. Tables are in use by requests, which must not wait for long: a try gives up soon, and the next
 * follows. Returns undefined where all of them failed; nothing is changed then.
 */
export async function finishUpgrade(
  database: Database,
  { tries = TRIES } = {},
): Promise<string[] | undefined> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      return await migrate(database, undefined, { finish: true });
    } catch (error) {
      const isTooSlow = error instanceof StatementRefused && error.code === CANCELLED;
      if (!isTooSlow && !(error instanceof Contention)) throw error;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  return undefined;
}
