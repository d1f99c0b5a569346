import { Worker } from 'node:worker_threads';

import { DatabaseUnavailable, StatementRefused } from '../database-error.ts';
import type { EmbeddedResponse, EmbeddedRequest, EmbeddedStart } from './embedded-messages.ts';
import { currentHeldTime, type HeldTime } from '../held-time.ts';
import { DISCARD_PLANS, PlanTtl } from '../plan-ttl.ts';
import type { TenantParameters } from '../reach.ts';

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
  time: HeldTime | undefined;
  lowPriority: boolean;
}

/** Receives how long a statement held the connection, in milliseconds. */
export type StatementListener = (held: number, lowPriority: boolean) => void;

type WithoutId<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never;

/**
 * Mebibytes for new objects of the thread. V8 would let them grow to 192 where rows come in for a while, and keeps what
 * they grew to: the memory of the process, while nothing is in it. With 24, requests take a tenth longer.
 */
const YOUNG_MEBIBYTES = 48;

const CLOSED = 'The embedded database is closed';

/** The embedded database's only connection. It runs in a thread, so that a long query does not block HTTP. */
export class EmbeddedConnection {
  readonly #start: EmbeddedStart;
  readonly #waiting = new Map<number, Waiting>();
  readonly #planTtl = new PlanTtl();
  readonly #listeners: StatementListener[] = [];
  #worker: Promise<Worker> | undefined;
  #lastId = 0;
  #thread = 0;
  #isClosed = false;

  constructor(start: EmbeddedStart) {
    this.#start = start;
  }

  /** Opens the database; creates it at the first start. */
  async open(): Promise<void> {
    await this.#open();
  }

  /** The number of the current thread. A transaction that began on one thread cannot continue on the next. */
  get thread(): number {
    return this.#thread;
  }

  /** Calls `listener` after each statement. */
  listen(listener: StatementListener): void {
    this.#listeners.push(listener);
  }

  /** @throws {DatabaseUnavailable} if the thread of `transaction` has ended. */
  async run(
    sql: string,
    parameters: readonly unknown[] | undefined,
    { transaction, lowPriority }: { transaction?: { thread: number }; lowPriority: boolean },
  ): Promise<unknown[]> {
    const transactional = transaction !== undefined;
    const worker = await this.#open();
    if (transactional && transaction.thread !== this.#thread) {
      throw new DatabaseUnavailable('The embedded database stopped during a transaction');
    }
    if (!transactional) this.#discardOldPlans(worker);
    return this.#send(worker, { sql, parameters, transactional }, lowPriority);
  }

  /** Runs a statement outside of any transaction; see `Database.queryOnce`. */
  async runPrepared(
    preparedSql: string,
    parameters: readonly unknown[],
    tenant: TenantParameters | undefined,
    lowPriority: boolean,
  ): Promise<unknown[]> {
    const worker = await this.#open();
    this.#discardOldPlans(worker);
    return this.#send(worker, { preparedSql, parameters, tenant }, lowPriority);
  }

  /** Ends the thread, for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#worker === undefined) return;
    const worker = await this.#worker;
    await this.#send(worker, { command: 'close' });
    this.#worker = undefined;
    await worker.terminate();
  }

  #discardOldPlans(worker: Worker): void {
    if (!this.#planTtl.isOver()) return;
    const request = { sql: DISCARD_PLANS, parameters: undefined, transactional: false };
    // If this fails, the next statement fails too and reports it.
    void this.#send(worker, request).catch(() => undefined);
  }

  #send(
    worker: Worker,
    request: WithoutId<EmbeddedRequest>,
    lowPriority = true,
  ): Promise<unknown[]> {
    this.#lastId += 1;
    const id = this.#lastId;
    const time = currentHeldTime();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, time, lowPriority });
      worker.postMessage({ id, ...request }, []);
    });
  }

  async #open(): Promise<Worker> {
    if (this.#isClosed) throw new DatabaseUnavailable(CLOSED);
    this.#worker ??= this.#startThread();
    return this.#worker;
  }

  #startThread(): Promise<Worker> {
    this.#thread += 1;
    const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
      workerData: this.#start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEBIBYTES },
    });
    return new Promise((resolve, reject) => {
      // When a thread dies, its pending statements fail. The next call starts another thread, which
      // recovers from the write-ahead log as after a crash. Both events are emitted; by the second
      // one the next thread may be running.
      let hasEnded = false;
      const fail = (error: Error) => {
        if (hasEnded) return;
        hasEnded = true;
        this.#worker = undefined;
        reject(error);
        for (const waiting of this.#waiting.values()) waiting.reject(error);
        this.#waiting.clear();
      };
      worker.on('error', (error) => {
        fail(new DatabaseUnavailable('The embedded database stopped', { cause: error }));
      });
      worker.on('exit', () => {
        fail(new DatabaseUnavailable(CLOSED));
      });
      worker.on('message', (response: EmbeddedResponse) => {
        if ('ready' in response) resolve(worker);
        else if ('failed' in response) fail(new DatabaseUnavailable(response.failed));
        else this.#settle(response);
      });
    });
  }

  #settle(response: Extract<EmbeddedResponse, { id: number }>): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (waiting === undefined) return;
    const { time, lowPriority } = waiting;
    if (time !== undefined) time.milliseconds = (time.milliseconds ?? 0) + response.held;
    for (const listener of this.#listeners) listener(response.held, lowPriority);
    if (!('refused' in response)) waiting.resolve(response.rows);
    else {
      const { message, code, constraint } = response.refused;
      waiting.reject(new StatementRefused(message, code, constraint));
    }
  }
}
