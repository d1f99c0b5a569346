import { Worker } from 'node:worker_threads';

import type {
  SearchThreadRequest,
  SearchThreadResponse,
  SearchThreadStart,
} from './search-messages.ts';

/** A request without its number. */
type Task = SearchThreadRequest extends infer Request
  ? Request extends SearchThreadRequest
    ? Omit<Request, 'id'>
    : never
  : never;

/** The thread that ranks and marks words, so that a search does not hold up requests. */
export interface SearchWorker {
  /** @throws {Error} if the thread fails, or ends before it responds. */
  run(task: Task): Promise<SearchThreadResponse>;
  close(): Promise<void>;
}

interface Pending {
  resolve: (response: SearchThreadResponse) => void;
  reject: (error: Error) => void;
}

/** The thread is started by the first task, and again by the next one after it has died. */
export function createSearchWorker(start: SearchThreadStart): SearchWorker {
  const pending = new Map<number, Pending>();
  let thread: Worker | undefined;
  let last = 0;

  const fail = (ended: Worker, error: Error) => {
    if (thread !== ended) return;
    thread = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const open = (): Worker => {
    const opened = new Worker(new URL('search-thread.ts', import.meta.url), { workerData: start });
    opened.on('message', (response: SearchThreadResponse) => {
      pending.get(response.id)?.resolve(response);
      pending.delete(response.id);
      // An idle thread does not keep the process alive.
      if (pending.size === 0) opened.unref();
    });
    opened.on('error', (error) => fail(opened, error as Error));
    opened.on('exit', () => fail(opened, new Error('The search thread ended')));
    return opened;
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        thread ??= open();
        thread.ref();
        last += 1;
        pending.set(last, {
          resolve: (response) => {
            if (response.type === 'failed') reject(new Error(response.message));
            else resolve(response);
          },
          reject,
        });
        thread.postMessage({ ...task, id: last }, []);
      }),
    close: async () => {
      await thread?.terminate();
    },
  };
}
