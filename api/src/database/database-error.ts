/** The database cannot be reached at the moment; the caller may retry. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** A transaction that lost against a concurrent one. It was rolled back and can run again at once. */
export class Contention extends DatabaseUnavailable {}

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

/** Returns the error for a SQLSTATE after which a retry may succeed; undefined for any other. */
export function transientError(code: string, cause: unknown): DatabaseUnavailable | undefined {
  if (CONTENTION_STATES.has(code)) return new Contention('The transaction lost a lock', { cause });
  if (CONNECTION_STATES.test(code)) {
    return new DatabaseUnavailable('The database is not ready', { cause });
  }
  return undefined;
}
