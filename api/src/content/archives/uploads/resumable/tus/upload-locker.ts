import type { Lock, Locker } from '@tus/server';

import { tooManyRequests } from '../../../../../platform/http/problems.ts';
import { stillBusy } from '../upload-problems.ts';

/** Time for a request to store what has arrived, and end. */
const WAIT_MILLISECONDS = 20_000;
/** Requests that wait for one upload at most. */
const WAITING_MAX = 8;

interface Holder {
  askToEnd: () => void;
  ended: Promise<void>;
  end: () => void;
  waiting: number;
}

/** Locks of uploads in this process. `onRelease` runs when another request waits for the lock. */
export type UploadLocks = (onRelease: () => void) => Locker;

/**
 * Returns locks of which the latest request has its turn: it asks the request that holds the lock to end.
 * Between processes, the writer of the upload's row does the same.
 */
export function createUploadLocks(): UploadLocks {
  const holders = new Map<string, Holder>();
  return (onRelease) => ({
    newLock: (id): Lock => ({
      lock: async (stopped, requestRelease) => {
        const deadline = AbortSignal.any([stopped, AbortSignal.timeout(WAIT_MILLISECONDS)]);
        for (let holder = holders.get(id); holder !== undefined; holder = holders.get(id)) {
          if (holder.waiting >= WAITING_MAX) throw tooManyRequests(1, undefined, 'uploads');
          holder.askToEnd();
          holder.waiting += 1;
          await Promise.race([holder.ended, aborted(deadline)]);
          holder.waiting -= 1;
          if (deadline.aborted) throw stillBusy();
        }
        const { promise: ended, resolve: end } = Promise.withResolvers<void>();
        const askToEnd = () => {
          onRelease();
          void requestRelease();
        };
        holders.set(id, { askToEnd, ended, end, waiting: 0 });
      },
      unlock: () => {
        holders.get(id)?.end();
        holders.delete(id);
        return Promise.resolve();
      },
    }),
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
