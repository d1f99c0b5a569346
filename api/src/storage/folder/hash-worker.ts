import { Worker } from 'node:worker_threads';

import type { HashOrder } from './hash-worker-thread.ts';

const IDLE_MILLISECONDS = 10_000;

/** A SHA-256 that is worked out in another thread, from bytes in memory that both threads share. */
export interface DistantHash {
  /** Resolves once the bytes were read and may be overwritten. */
  update(bytes: Uint8Array<SharedArrayBuffer>): Promise<void>;
  digest(): Promise<string>;
  /** For an upload that comes to nothing. */
  forget(): void;
}

interface Waiting {
  resolve: (answer: string) => void;
  reject: (error: Error) => void;
}

type Ask = (order: HashOrder) => Promise<string>;

let thread: Ask | undefined;
let started = 0;
/** Hashes that have neither been given nor forgotten. */
let unfinished = 0;

/**
 * Begins a hash in the one thread that all uploads share: hashing a large upload takes as long as
 * receiving it. The thread is started when it is needed and ended when it is idle.
 */
export function hashElsewhere(): DistantHash {
  thread ??= startThread();
  const ask = thread;
  const stream = (started += 1);
  unfinished += 1;
  const finish = (ending: 'digest' | 'forget') => {
    unfinished -= 1;
    return ask({ stream, ending });
  };
  return {
    update: async (bytes) => {
      await ask({ stream, bytes });
    },
    digest: () => finish('digest'),
    forget: () => {
      finish('forget').catch(() => undefined);
    },
  };
}

function startThread(): Ask {
  const worker = new Worker(new URL('./hash-worker-thread.ts', import.meta.url), { execArgv: [] });
  worker.unref();
  const waiting: Waiting[] = [];
  const end = () => {
    clearInterval(watch);
    if (thread === ask) thread = undefined;
    for (const { reject } of waiting.splice(0)) reject(new Error('The hashing thread ended'));
  };
  const ask: Ask = (order) =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(order, []);
    });
  const watch = setInterval(() => {
    if (unfinished > 0 || waiting.length > 0) return;
    end();
    void worker.terminate();
  }, IDLE_MILLISECONDS).unref();
  worker.on('message', (answer: string) => waiting.shift()?.resolve(answer));
  worker.on('error', end);
  worker.on('exit', end);
  return ask;
}
