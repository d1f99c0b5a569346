/** How a task takes its turn. */
interface Manner {
  /** Lets those pass that came later and are not in the background, for as long as its patience lasts. */
  background?: boolean;
}

interface Waiting {
  start: () => Promise<void>;
  alone: boolean;
  /** When it stops letting others pass. */
  overdueAt: number;
}

const PATIENCE_MILLISECONDS = 50;

/** Lets tasks run in the order they came, one at a time but for those that share their turn. */
export class ConnectionLock {
  readonly #patience: number;
  readonly #foreground: Waiting[] = [];
  readonly #background: Waiting[] = [];
  #running = 0;
  #isAlone = false;

  constructor(patienceMilliseconds = PATIENCE_MILLISECONDS) {
    this.#patience = patienceMilliseconds;
  }

  /** Runs a task alone. */
  take<T>(task: () => Promise<T>, manner: Manner = {}): Promise<T> {
    return this.#enter(task, true, manner);
  }

  /** Runs a task beside others that share, once those that came before it and run alone are done. */
  share<T>(task: () => Promise<T>, manner: Manner = {}): Promise<T> {
    return this.#enter(task, false, manner);
  }

  #enter<T>(task: () => Promise<T>, alone: boolean, { background = false }: Manner): Promise<T> {
    return new Promise((resolve, reject) => {
      (background ? this.#background : this.#foreground).push({
        start: () => Promise.resolve().then(task).then(resolve, reject),
        alone,
        overdueAt: performance.now() + this.#patience,
      });
      this.#startNext();
    });
  }

  #startNext(): void {
    for (let queue = this.#next(); queue !== undefined; queue = this.#next()) {
      const next = queue.shift();
      if (next === undefined) return;
      this.#running += 1;
      this.#isAlone = next.alone;
      void next.start().then(() => {
        this.#running -= 1;
        this.#isAlone = false;
        this.#startNext();
      });
    }
  }

  /** The queue whose first task may start now. */
  #next(): Waiting[] | undefined {
    if (this.#isAlone) return undefined;
    const [first] = this.#foreground;
    const [patient] = this.#background;
    const isOverdue = patient !== undefined && patient.overdueAt <= performance.now();
    const queue = first === undefined || isOverdue ? this.#background : this.#foreground;
    const [next] = queue;
    if (next === undefined) return undefined;
    const mayJoin = !next.alone && (queue === this.#foreground || isOverdue);
    return this.#running === 0 || mayJoin ? queue : undefined;
  }
}
