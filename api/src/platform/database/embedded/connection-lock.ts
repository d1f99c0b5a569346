import { AsyncResource } from 'node:async_hooks';

interface LockOptions {
  /**
   * Lets tasks of normal priority that arrive later start first. After the maximum wait one such task
   * starts before them, and the next one after the same time again.
   */
  lowPriority?: boolean;
}

interface Waiting {
  start: () => Promise<void>;
  exclusive: boolean;
  /** When a waiting low-priority task may get precedence over normal ones. */
  promotedAt: number;
}

const MAX_WAIT_MILLISECONDS = 50;

/** A read-write lock: tasks start in order of arrival, and shared ones run concurrently. */
export class ConnectionLock {
  readonly #maxWait: number;
  readonly #now: () => number;
  readonly #normal: Waiting[] = [];
  readonly #lowPriority: Waiting[] = [];
  #running = 0;
  /** When the last low-priority task ended: many that wait long must not starve normal ones. */
  #lastLowPriorityAt = -Infinity;
  #isExclusive = false;

  constructor(maxWaitMilliseconds = MAX_WAIT_MILLISECONDS, now = () => performance.now()) {
    this.#maxWait = maxWaitMilliseconds;
    this.#now = now;
  }

  /** Runs a task while no other one runs. */
  exclusive<T>(task: () => Promise<T>, options: LockOptions = {}): Promise<T> {
    return this.#enter(task, true, options);
  }

  /** Runs a task concurrently with other shared ones. It waits for exclusive tasks that arrived before it. */
  shared<T>(task: () => Promise<T>, options: LockOptions = {}): Promise<T> {
    return this.#enter(task, false, options);
  }

  #enter<T>(
    task: () => Promise<T>,
    exclusive: boolean,
    { lowPriority = false }: LockOptions,
  ): Promise<T> {
    // Another task starts it: it keeps the context of its caller.
    const bound = AsyncResource.bind(task);
    return new Promise((resolve, reject) => {
      (lowPriority ? this.#lowPriority : this.#normal).push({
        start: () => Promise.resolve().then(bound).then(resolve, reject),
        exclusive,
        promotedAt: this.#now() + this.#maxWait,
      });
      this.#startNext();
    });
  }

  #startNext(): void {
    for (let queue = this.#next(); queue !== undefined; queue = this.#next()) {
      const next = queue.shift();
      if (next === undefined) return;
      this.#running += 1;
      this.#isExclusive = next.exclusive;
      void next.start().then(() => {
        this.#running -= 1;
        if (queue === this.#lowPriority) this.#lastLowPriorityAt = this.#now();
        this.#isExclusive = false;
        this.#startNext();
      });
    }
  }

  /** Returns the queue whose first task may start now. */
  #next(): Waiting[] | undefined {
    if (this.#isExclusive) return undefined;
    const [normal] = this.#normal;
    const [low] = this.#lowPriority;
    const now = this.#now();
    const isPromoted =
      low !== undefined && low.promotedAt <= now && this.#lastLowPriorityAt + this.#maxWait <= now;
    const queue = normal === undefined || isPromoted ? this.#lowPriority : this.#normal;
    const [next] = queue;
    if (next === undefined) return undefined;
    const mayJoin = !next.exclusive && (queue === this.#normal || isPromoted);
    return this.#running === 0 || mayJoin ? queue : undefined;
  }
}
