import { Worker } from 'node:worker_threads';

import type {
  VectorOutput,
  VectorRequest,
  VectorResponse,
  VectorStart,
} from './vector-messages.ts';

type WithoutId<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never;

/** Requests that wait for the thread at most: it handles one after the other. */
const WAITING_MAX = 256;

interface Waiting {
  resolve: (output: VectorOutput) => void;
  reject: (error: Error) => void;
}

/** The thread that holds vectors in memory and compares them. It is started when it is first needed. */
export class VectorThread {
  readonly #start: VectorStart;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(start: VectorStart) {
    this.#start = start;
  }

  /** Rejects where too many requests wait, and where the thread ends; the next request starts another. */
  send(request: WithoutId<VectorRequest>): Promise<VectorOutput> {
    if (this.#waiting.size >= WAITING_MAX) {
      return Promise.reject(new Error('Too many searches wait for the vectors'));
    }
    this.#worker ??= this.#startThread();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...request }, []);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #startThread(): Worker {
    const worker = new Worker(new URL('./vector-worker.ts', import.meta.url), {
      workerData: this.#start,
      execArgv: [],
    });
    worker.unref();
    worker.on('message', ({ id, ...output }: VectorResponse) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if ('failed' in output) waiting?.reject(new Error(output.failed));
      else waiting?.resolve(output);
    });
    const end = () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error('The vectors were lost'));
      this.#waiting.clear();
    };
    worker.on('error', end);
    worker.on('exit', end);
    return worker;
  }
}
