/** The database cannot be reached right now; the same call may succeed in a moment. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** A statement that PostgreSQL refused, with its SQLSTATE and, where one was at fault, the constraint. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(message: string, code: string, constraint?: string) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

/** Said when a transaction that had failed inside was to be committed all the same. */
export const FAILED_TRANSACTION = 'The transaction had failed and was rolled back';

/** Whether a statement broke the named constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof StatementRefused && error.constraint === constraint;
}

// Class 08 is connection trouble, 57P01 to 57P05 a server going down, 53300 no connection left.
const CONNECTION_STATES = /^(?:08...|57P0[1-5]|53300)$/;

// Two transactions met: nothing is wrong with either, and the loser may simply try again.
const CONTENTION_STATES = new Set(['40001', '40P01', '55P03']);

/** Tells whether a SQLSTATE means "try again in a moment" rather than "this is wrong". */
export function isPassing(code: string): boolean {
  return CONNECTION_STATES.test(code) || CONTENTION_STATES.has(code);
}
