/** The database cannot be reached at the moment; the caller may retry. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** A statement that PostgreSQL refused, with its SQLSTATE and the violated constraint, if any. */
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

/** The message for a COMMIT of a transaction in which a statement had failed. */
export const FAILED_TRANSACTION = 'The transaction had failed and was rolled back';

/** Returns whether a statement violated the named constraint. */
export function breaks(error: unknown, constraint: string): boolean {
  return error instanceof StatementRefused && error.constraint === constraint;
}

// Class 08 is connection failures, 57P01 to 57P05 a server shutting down, 53300 too many connections.
const CONNECTION_STATES = /^(?:08...|57P0[1-5]|53300)$/;

// Serialization failure, deadlock and lock timeout: the transaction may be retried.
const CONTENTION_STATES = new Set(['40001', '40P01', '55P03']);

/** Returns whether a SQLSTATE describes a transient failure, after which a retry may succeed. */
export function isTransient(code: string): boolean {
  return CONNECTION_STATES.test(code) || CONTENTION_STATES.has(code);
}
