import { Worker } from 'node:worker_threads';

import { DatabaseUnavailable, StatementRefused } from '../database-error.ts';
import type { EmbeddedReply, EmbeddedRequest, EmbeddedStart } from './embedded-messages.ts';
import { DISCARD_PLANS, PlanAge } from '../plan-ttl.ts';

type Answer = { rows: unknown[] } | { dump: Uint8Array };
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };
type Unnumbered<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never;

/** The embedded database's single connection, kept in a thread so that a long query stops nothing else. */
export class EmbeddedConnection {
  readonly #start: EmbeddedStart;
  readonly #waiting = new Map<number, Waiting>();
  readonly #planAge = new PlanAge();
  #worker: Promise<Worker> | undefined;
  #lastId = 0;
  #thread = 0;

  constructor(start: EmbeddedStart) {
    this.#start = start;
  }

  /** Opens the database, creating it at its first start. */
  async open(): Promise<void> {
    await this.#open();
  }

  /** Counts the threads: a transaction begun on one cannot go on upon the next. */
  get thread(): number {
    return this.#thread;
  }

  /** @throws {DatabaseUnavailable} where `transaction` names a thread that is gone. */
  async run(
    sql: string,
    parameters?: readonly unknown[],
    transaction?: { thread: number },
  ): Promise<unknown[]> {
    const transactional = transaction !== undefined;
    const worker = await this.#open();
    if (transactional && transaction.thread !== this.#thread) {
      throw new DatabaseUnavailable('The embedded database stopped during a transaction');
    }
    if (!transactional) this.#keepPlansFresh(worker);
    const answer = await this.#ask(worker, { sql, parameters, transactional });
    return 'rows' in answer ? answer.rows : [];
  }

  /** A statement outside of any transaction; see `Database.queryOnce`. */
  async runPrepared(
    asked: string,
    parameters: readonly unknown[],
    organizationId: string | undefined,
  ): Promise<unknown[]> {
    const worker = await this.#open();
    this.#keepPlansFresh(worker);
    const answer = await this.#ask(worker, { asked, parameters, organizationId });
    return 'rows' in answer ? answer.rows : [];
  }

  async dump(): Promise<Uint8Array> {
    const answer = await this.#ask(await this.#open(), { command: 'dump' });
    return 'dump' in answer ? answer.dump : new Uint8Array();
  }

  async close(): Promise<void> {
    if (this.#worker === undefined) return;
    const worker = await this.#worker;
    await this.#ask(worker, { command: 'close' });
    this.#worker = undefined;
    await worker.terminate();
  }

  #keepPlansFresh(worker: Worker): void {
    if (!this.#planAge.isOver()) return;
    const request = { sql: DISCARD_PLANS, parameters: undefined, transactional: false };
    // Where this fails, what follows it does too.
    void this.#ask(worker, request).catch(() => undefined);
  }

  #ask(worker: Worker, request: Unnumbered<EmbeddedRequest>): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...request }, []);
    });
  }

  #open(): Promise<Worker> {
    this.#worker ??= this.#startThread();
    return this.#worker;
  }

  #startThread(): Promise<Worker> {
    this.#thread += 1;
    const worker = new Worker(new URL('./embedded-thread.ts', import.meta.url), {
      workerData: this.#start,
      execArgv: [],
    });
    return new Promise((resolve, reject) => {
      // A thread that dies takes its unanswered statements along; the next call starts another,
      // which recovers from the write-ahead log as after a crash. It says so twice; by the second
      // time there may be another.
      let isGone = false;
      const fail = (error: Error) => {
        if (isGone) return;
        isGone = true;
        this.#worker = undefined;
        reject(error);
        for (const waiting of this.#waiting.values()) waiting.reject(error);
        this.#waiting.clear();
      };
      worker.on('error', (error) => {
        fail(new DatabaseUnavailable('The embedded database stopped', { cause: error }));
      });
      worker.on('exit', () => {
        fail(new DatabaseUnavailable('The embedded database is closed'));
      });
      worker.on('message', (reply: EmbeddedReply) => {
        if ('ready' in reply) resolve(worker);
        else if ('failed' in reply) fail(new DatabaseUnavailable(reply.failed));
        else this.#settle(reply);
      });
    });
  }

  #settle(reply: Extract<EmbeddedReply, { id: number }>): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (!('refused' in reply)) waiting?.resolve(reply);
    else {
      const { message, code, constraint } = reply.refused;
      waiting?.reject(new StatementRefused(message, code, constraint));
    }
  }
}
