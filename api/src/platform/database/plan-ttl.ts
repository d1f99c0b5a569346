const TTL_MILLISECONDS = 10_000;

/** Discards the plans of a connection, but not its parsed statements. */
export const DISCARD_PLANS = 'DISCARD PLANS';

/**
 * The age of the plans that a connection caches: of prepared statements, functions and foreign keys. A
 * plan that was made for a small table reads all of it, and does so when the table is large until it is
 * analyzed: after a second on the embedded database, after a minute on PostgreSQL.
 */
export class PlanTtl {
  #madeAt = performance.now();

  /** Returns whether to discard the plans before the next statement, and if so starts the time again. */
  isOver(): boolean {
    const now = performance.now();
    if (now - this.#madeAt < TTL_MILLISECONDS) return false;
    this.#madeAt = now;
    return true;
  }
}
