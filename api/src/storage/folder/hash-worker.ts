import { Worker } from 'node:worker_threads';

import type { HashRequest } from './hash-worker-thread.ts';

const IDLE_MILLISECONDS = 10_000;

/** A SHA-256 that another thread computes from shared memory. */
export interface WorkerHash {
  /** Resolves when the bytes have been hashed and may be overwritten. */
  update(bytes: Uint8Array<SharedArrayBuffer>): Promise<void>;
  digest(): Promise<string>;
  /** Ends the hash of an upload that failed. */
  cancel(): void;
}

interface Waiting {
  resolve: (response: string) => void;
  reject: (error: Error) => void;
}

type Send = (request: HashRequest) => Promise<string>;

let thread: Send | undefined;
let started = 0;
/** Hashes that were neither returned nor cancelled. */
let unfinished = 0;

/**
 * Starts a hash in the thread that all uploads share: hashing a large upload takes as long as
 * receiving it. The thread starts with the first hash and ends when it is idle.
 */
export function hashInWorker(): WorkerHash {
  thread ??= startThread();
  const send = thread;
  const stream = (started += 1);
  unfinished += 1;
  const finish = (ending: 'digest' | 'cancel') => {
    unfinished -= 1;
    return send({ stream, ending });
  };
  return {
    update: async (bytes) => {
      await send({ stream, bytes });
    },
    digest: () => finish('digest'),
    cancel: () => {
      finish('cancel').catch(() => undefined);
    },
  };
}

function startThread(): Send {
  const worker = new Worker(new URL('./hash-worker-thread.ts', import.meta.url), { execArgv: [] });
  worker.unref();
  const waiting: Waiting[] = [];
  const end = () => {
    clearInterval(watch);
    if (thread === send) thread = undefined;
    for (const { reject } of waiting.splice(0)) reject(new Error('The hashing thread ended'));
  };
  const send: Send = (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(request, []);
    });
  const watch = setInterval(() => {
    if (unfinished > 0 || waiting.length > 0) return;
    end();
    void worker.terminate();
  }, IDLE_MILLISECONDS).unref();
  worker.on('message', (response: string) => waiting.shift()?.resolve(response));
  worker.on('error', end);
  worker.on('exit', end);
  return send;
}
