import { getConstructionPlans } from 'pg-boss';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { startQueue } from '@carrel/api/src/jobs/queue.ts';

/** SQL that changes with the tables. */
export const QUEUE_TABLES = getConstructionPlans('pgboss');

/** Creates the tables of pg-boss, which takes most of the first start of a queue. */
export async function createQueueTables(database: Database): Promise<void> {
  const errors: Error[] = [];
  const queue = await startQueue(database, [], (error) => errors.push(error));
  await queue.stop();
  if (errors.length > 0) throw new AggregateError(errors, 'The tables of pg-boss are not complete');
}
