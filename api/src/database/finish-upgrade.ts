import { setTimeout } from 'node:timers/promises';

import type { Database } from './database.ts';
import { Contention } from './database-error.ts';
import { migrate } from './migrate.ts';

const TRIES = 40;
const PAUSE_MILLISECONDS = 1000;

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
      if (!(error instanceof Contention)) throw error;
    }
    await setTimeout(PAUSE_MILLISECONDS);
  }
  return undefined;
}
