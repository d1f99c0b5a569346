import type { Database } from '../platform/database/database.ts';
import { isOnlyProcess } from '../platform/database/is-only-process.ts';
import type { Queue } from '../platform/queue.ts';
import { createDispatcher } from './dispatcher.ts';
import { moveEarlierJobs } from './earlier-jobs.ts';
import { addJobs, countJobs, freeAllClaims, ownJobs, worksForOthers } from './job-repository.ts';

/** Opens the queue of a database. Jobs that a killed process had claimed are run again. */
export async function startQueue(
  database: Database,
  onError: (error: Error) => void,
): Promise<Queue> {
  await moveEarlierJobs(database);
  // A crash left them.
  if (isOnlyProcess(database)) await freeAllClaims(database);
  const dispatcher = createDispatcher(database, onError);
  let running = true;

  const sendMany: Queue['sendMany'] = async (
    name,
    jobs,
    { tx = database, startAfterSeconds = 0 } = {},
  ) => {
    if (jobs.length === 0) return;
    await addJobs(tx, name, jobs, startAfterSeconds);
    // The embedded database commits the transaction before it runs another.
    if (startAfterSeconds <= 0) dispatcher.wake();
  };

  return {
    send: (name, payload, { owner, ...options } = {}) =>
      sendMany(name, [{ payload, owner }], options),
    sendMany,
    work: (workers) => dispatcher.add(workers),
    wake: () => dispatcher.wake(),
    isRunning: () => running,
    worksForOthers: (names, organizationId) => worksForOthers(database, names, organizationId),
    ofOrganization: (names, organizationId) => ownJobs(database, names, organizationId),
    counts: () => countJobs(database),
    stop: async () => {
      running = false;
      await dispatcher.stop();
    },
  };
}
