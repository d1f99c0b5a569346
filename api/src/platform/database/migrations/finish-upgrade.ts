import type { Database } from '../database.ts';
import { untilLocked } from './lock-tables.ts';
import { migrate, type Migration } from './migrate.ts';

/**
 * Applies the second phases of migrations, when no instance of the version before runs any more, and returns
 * their names. Tables are in use by requests, which must not wait for long: a try gives up soon, and the next
 * follows. Returns undefined where all of them failed; nothing is changed then.
 */
export const finishUpgrade = (
  database: Database,
  { migrations, ...options }: { tries?: number; migrations?: Migration[] } = {},
): Promise<string[] | undefined> =>
  untilLocked(() => migrate(database, migrations, { finish: true }), options);
