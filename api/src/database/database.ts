/** Runs SQL with `$1` parameters. Without parameters the text may hold several statements; their rows come back as one list. */
export interface Queryable {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * PostgreSQL, embedded or served. Both give a timestamp as a Date, a bigint as a number, json
 * parsed and bytea as a Uint8Array, and take json as text.
 */
export interface Database extends Queryable {
  readonly kind: 'embedded' | 'postgres';
  /** Commits when `work` resolves and rolls back when it throws. Inside, use only `tx`. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * A transaction that sees and changes rows of one organization only: a role without table
   * ownership, and `carrel.organization_id` set for row-level security.
   */
  tenant<T>(organizationId: string, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /**
   * One statement that many requests wait for, in as few trips as the database allows. With an
   * organization it sees and changes as much as in `tenant`.
   */
  queryOnce<Row>(
    sql: string,
    parameters: readonly unknown[],
    organizationId?: string,
  ): Promise<Row[]>;
  /** The same for work that nobody waits for: where one connection serves everybody, others go first. */
  readonly lowPriority: Database;
  close(): Promise<void>;
}

/** Narrows a transaction to the organization `$1`, until it ends. */
export const ENTER_TENANT = `SELECT set_config('carrel.organization_id', $1, true), set_config('role', 'carrel_tenant', true)`;

/** Narrows an open transaction to one organization, until it ends. */
export async function enterTenant(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(ENTER_TENANT, [organizationId]);
}
