/** Runs SQL with `$1` parameters. Without parameters the text may hold several statements, whose rows are returned as one list. */
export interface Queryable {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * PostgreSQL, embedded or on a server. Both return a timestamp as a Date, a bigint as a number, json
 * parsed and bytea as a Uint8Array, and accept json as text.
 */
export interface Database extends Queryable {
  readonly kind: 'embedded' | 'postgres';
  /** Commits when `work` resolves and rolls back when it rejects. Inside, use only `tx`. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * A transaction that sees and changes rows of one organization only: a role without table
   * ownership, and `carrel.organization_id` set for row-level security.
   */
  tenant<T>(organizationId: string, work: (tx: Queryable) => Promise<T>): Promise<T>;
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
  close(): Promise<void>;
}

/** Restricts a transaction to the organization `$1` until it ends. */
export const ENTER_TENANT = `SELECT set_config('carrel.organization_id', $1, true), set_config('role', 'carrel_tenant', true)`;

/** Restricts an open transaction to one organization until it ends. */
export async function enterTenant(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(ENTER_TENANT, [organizationId]);
}
