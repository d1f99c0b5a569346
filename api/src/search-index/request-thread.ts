import { parentPort, Worker } from 'node:worker_threads';

import { Problem } from '../platform/http/problem.ts';

/** Requests that wait for a thread at most: it handles one after the other. */
const WAITING_MAX = 256;

/** Responses are told apart by the numbers of their requests. */
interface NumberedRequest<Request> {
  id: number;
  request: Request;
}
type NumberedResponse<Output> = { id: number } & ({ output: Output } | { failed: string });

interface Waiting<Output> {
  resolve: (output: Output) => void;
  reject: (error: Error) => void;
}

/**
 * A thread that performs requests, so that they do not hold up others of this process. It is started by the
 * first request, and again by the next one after it has died. An idle one does not keep the process alive.
 */
export class RequestThread<Request, Output> {
  readonly #module: URL;
  readonly #workerData: unknown;
  readonly #waiting = new Map<number, Waiting<Output>>();
  #worker: Worker | undefined;
  #lastId = 0;

  /** `module` calls `performRequests`; it finds the second argument in `workerData`. */
  constructor(module: URL, workerData: unknown) {
    this.#module = module;
    this.#workerData = workerData;
  }

  /** Rejects if the request fails, the thread ends before it responds, or too many requests wait. */
  run(request: Request): Promise<Output> {
    if (this.#waiting.size >= WAITING_MAX) {
      return Promise.reject(
        new Problem(503, 'Too many searches are running. Please try again in a moment.', {
          retryAfterSeconds: 1,
          busy: 'search_index',
        }),
      );
    }
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, request } satisfies NumberedRequest<Request>, []);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#module, { workerData: this.#workerData, execArgv: [] });
    worker.on('message', ({ id, ...response }: NumberedResponse<Output>) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) worker.unref();
      if ('failed' in response) waiting?.reject(new Error(response.failed));
      else waiting?.resolve(response.output);
    });
    const end = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    worker.on('error', (error) => end(error as Error));
    worker.on('exit', () => end(new Error('The thread ended')));
    return worker;
  }
}

/** Performs the requests to this thread, one after the other. */
export function performRequests(perform: (request: never) => unknown): void {
  const port = parentPort;
  if (port === null) throw new Error('This module runs in a thread');
  port.on('message', ({ id, request }: NumberedRequest<never>) => {
    let response: NumberedResponse<unknown>;
    try {
      response = { id, output: perform(request) };
    } catch (error) {
      response = { id, failed: error instanceof Error ? error.message : String(error) };
    }
    port.postMessage(response);
  });
}
