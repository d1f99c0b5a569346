/** Lets tasks run in the order they came, one at a time but for those that share their turn. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  readonly #sharing = new Set<Promise<unknown>>();

  /** Runs a task alone. */
  take<T>(task: () => Promise<T>): Promise<T> {
    const turn = Promise.all([this.#last, ...this.#sharing]).then(task);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Runs a task beside others that share, once those that came before it and run alone are done. */
  share<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(task);
    const done = turn
      .catch(() => undefined)
      .finally(() => {
        this.#sharing.delete(done);
      });
    this.#sharing.add(done);
    return turn;
  }
}
