/** The database cannot be reached at the moment; the caller may retry. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/** A transaction that lost against a concurrent one. It was rolled back and can run again at once. */
export class Contention extends DatabaseUnavailable {}

/** A database cannot be opened or changed as an operator wants it. The message tells the operator why. */
export class DatabaseRefused extends Error {
  override readonly name: string = 'DatabaseRefused';
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

// Citus reports the loss of a connection to a worker as an internal error, when it notices it within a transaction.
const INTERNAL_ERROR = 'XX000';
const WORKER_LOST =
  /connection (?:marked as essential|not open)|closed the connection|could not (?:send|receive)/;

/** Returns the error for an SQLSTATE after which a retry may succeed; undefined for any other. */
export function transientError(code: string, cause: Error): DatabaseUnavailable | undefined {
  if (CONTENTION_STATES.has(code)) return new Contention('The transaction lost a lock', { cause });
  const isUnreachable =
    CONNECTION_STATES.test(code) || (code === INTERNAL_ERROR && WORKER_LOST.test(cause.message));
  return isUnreachable
    ? new DatabaseUnavailable('The database is not ready', { cause })
    : undefined;
}

/** Nobody listens there yet, its name is not known yet, or it starts (57P03). */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  '57P03',
]);

/** Returns why a database server cannot be reached that may be reached later; undefined for other failures. */
export function unreachableReason(error: unknown): string | undefined {
  if (!(error instanceof DatabaseUnavailable)) return undefined;
  const { cause } = error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const { code } = (first ?? {}) as { code?: string };
  if (!(first instanceof Error) || code === undefined || !UNREACHABLE.has(code)) return undefined;
  return first.message;
}
