const LAST_MILLISECONDS = 10_000;

/** Makes a connection forget its plans, but not what it has parsed. */
export const DISCARD_PLANS = 'DISCARD PLANS';

/**
 * How old the plans are that a connection keeps: of prepared statements, of functions, of what follows
 * a foreign key. One that was made while a table was small reads all of it, and goes on doing so when
 * it is large, until somebody analyzes it: nobody does on the embedded database for an hour, and
 * PostgreSQL itself for a minute.
 */
export class PlanAge {
  #madeAt = performance.now();

  /** Whether they are to be made anew before the next statement; true once each time. */
  isOver(): boolean {
    const now = performance.now();
    if (now - this.#madeAt < LAST_MILLISECONDS) return false;
    this.#madeAt = now;
    return true;
  }
}
