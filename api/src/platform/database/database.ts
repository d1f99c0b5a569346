import type { Queryable } from './queryable.ts';
import { tenantParameters } from './reach.ts';
import type { Replicas } from './replicas/replicas.ts';

export type { Queryable } from './queryable.ts';

/**
 * PostgreSQL, embedded or on a server. Both return a timestamp as a Date, a bigint as a number, json
 * parsed and bytea as a Uint8Array, and accept json as text.
 */
export interface Database extends Queryable {
  readonly kind: 'embedded' | 'postgres';
  /** Contents of documents are on other machines: no statement writes both them and other tables. */
  readonly isDistributed?: boolean;
  /** Commits when `work` resolves and rolls back when it rejects. Inside, use only `tx`. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * A transaction that sees and changes rows of one organization only, and of those what the caller can reach: a role
   * without table ownership, and settings for row-level security.
   */
  tenant<T>(
    organizationId: string,
    work: (tx: Queryable) => Promise<T>,
    /** Runs first in the transaction, as the owner of the tables. */
    before?: (tx: Queryable) => Promise<void>,
  ): Promise<T>;
  /** The same for reads: a statement that writes is refused. */
  read<T>(organizationId: string, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * Runs one prepared statement in one round trip, for reads on the path of every request. With an
   * organization it sees and changes the same rows as in `tenant`.
   */
  queryOnce<Row>(
    sql: string,
    parameters: readonly unknown[],
    organizationId?: string,
  ): Promise<Row[]>;
  /** The same database for background work. On the embedded one, normal statements run before its statements. */
  readonly lowPriority: Database;
  /** Only the embedded one: calls `listener` after each statement, with how long it held the connection. */
  listen?(listener: (heldMilliseconds: number, lowPriority: boolean) => void): void;
  /** Absent where there are none. */
  readonly replicas?: Replicas;
  close(): Promise<void>;
}

/** Restricts a transaction to `tenantParameters` until it ends. */
export const ENTER_TENANT = `SELECT set_config('carrel.organization_id', $1, true),
  set_config('carrel.unreachable', $2, true), set_config('carrel.fences', $3, true),
  set_config('role', 'carrel_tenant', true)`;

/** The same, and refuses statements that write. */
export const ENTER_READ_ONLY = `${ENTER_TENANT}, set_config('transaction_read_only', 'on', true)`;

/**
 * Plans the statements that follow in the transaction without bitmaps, so that rows in the order of an index
 * are read along it. Where a table has no statistics yet, two indexes together seem to find one row, and the
 * planner would sort all that they find.
 */
export async function readAlongIndexes(tx: Queryable): Promise<void> {
  await tx.query(`SELECT set_config('enable_bitmapscan', 'off', true)`);
}

export type Transaction = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

/** Returns `tenant` and `read` of a database, made of its transactions. */
export function tenantTransactions(
  transaction: Transaction,
  readTransaction = transaction,
): Pick<Database, 'tenant' | 'read'> {
  return {
    tenant: (organizationId, work, before) =>
      transaction(async (tx) => {
        await before?.(tx);
        await tx.query(ENTER_TENANT, tenantParameters(organizationId));
        return work(tx);
      }),
    read: (organizationId, work) =>
      readTransaction(async (tx) => {
        await tx.query(ENTER_READ_ONLY, tenantParameters(organizationId));
        return work(tx);
      }),
  };
}
