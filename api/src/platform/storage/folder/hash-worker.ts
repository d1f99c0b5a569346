import { createHash, type Hash } from 'node:crypto';
import { parentPort, Worker, workerData } from 'node:worker_threads';

const IDLE_MILLISECONDS = 10_000;

/** Tells the thread that it is the one that hashes: this file runs on both sides. */
const HASHES = 'carrel-hashes';

/** Bytes to add to the hash of a stream, or the end of a stream. */
type HashRequest =
  | { stream: number; bytes: Uint8Array }
  | { stream: number; ending: 'digest' | 'cancel' };

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
  const worker = new Worker(new URL(import.meta.url), {
    execArgv: [],
    workerData: HASHES,
  });
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

if (workerData === HASHES) respondWithHashes();

/** What the thread does. Its responses are in the order of the requests. */
function respondWithHashes(): void {
  const hashes = new Map<number, Hash>();
  const handle = (request: HashRequest): string => {
    const hash = hashes.get(request.stream) ?? createHash('sha256');
    if ('bytes' in request) {
      hashes.set(request.stream, hash.update(request.bytes));
      return '';
    }
    hashes.delete(request.stream);
    return request.ending === 'digest' ? hash.digest('hex') : '';
  };
  parentPort?.on('message', (request: HashRequest) => {
    parentPort?.postMessage(handle(request), []);
  });
}
