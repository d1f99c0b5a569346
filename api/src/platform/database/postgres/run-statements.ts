import { DatabaseError, type PoolClient, type QueryResult } from 'pg';

import {
  DatabaseUnavailable,
  FAILED_TRANSACTION,
  StatementRefused,
  transientError,
} from '../database-error.ts';
import type { Queryable } from '../database.ts';
import { TENANT_ROLE } from './tenant-role.ts';

/** The tenant's role of a connection's database, where it has another name than statements have. */
const roles = new WeakMap<PoolClient, string>();

export function nameTenantRole(client: PoolClient, role: string): void {
  if (role !== TENANT_ROLE) roles.set(client, role);
}

function named(client: PoolClient, sql: string): string {
  const role = roles.get(client);
  return role === undefined ? sql : sql.replaceAll(TENANT_ROLE, role);
}

/** Runs SQL; without parameters it may have several statements. */
export async function run<Row>(
  client: PoolClient,
  sql: string,
  parameters?: readonly unknown[],
): Promise<Row[]> {
  const text = named(client, sql);
  try {
    if (parameters !== undefined) return (await client.query(text, [...parameters])).rows as Row[];
    const results: QueryResult | QueryResult[] = await client.query(text);
    return [results].flat().flatMap((result) => result.rows as Row[]);
  } catch (error) {
    throw translate(error);
  }
}

interface NamedStatement {
  sql: string;
  parameters: readonly unknown[];
  /** The name of the prepared statement on the connection; undefined for an unnamed one. */
  name: string | undefined;
}

/** Runs a prepared statement. */
export async function runNamed<Row>(
  client: PoolClient,
  { sql, parameters, name }: NamedStatement,
): Promise<Row[]> {
  try {
    return (await client.query({ text: named(client, sql), values: [...parameters], name }))
      .rows as Row[];
  } catch (error) {
    throw translate(error);
  }
}

/**
 * Does what `tenant` does for one statement, and sends all four statements without waiting in between.
 * `check` gets the first row of the one that enters, and may reject the others.
 */
export async function runInOneTrip<Row>(
  client: PoolClient,
  {
    begin = 'BEGIN',
    enter,
    check,
    statement,
  }: {
    begin?: string;
    enter?: NamedStatement;
    check?: (entered: unknown) => void;
    statement: NamedStatement;
  },
): Promise<Row[]> {
  const steps = [
    run(client, begin),
    enter === undefined ? Promise.resolve([]) : runNamed(client, enter),
    runNamed<Row>(client, statement),
    commit(client),
  ] as const;
  // All must have ended before the connection returns to the pool.
  await Promise.allSettled(steps);
  const [, [entered], rows] = await Promise.all(steps);
  check?.(entered);
  return rows;
}

/** Runs `work` in a transaction of a connection: commits when it resolves, rolls back when it rejects. */
export async function inTransaction<T>(
  client: PoolClient,
  work: (tx: Queryable) => Promise<T>,
  {
    enter = (of: PoolClient): Promise<unknown> => run(of, 'BEGIN'),
    end = commit,
  }: {
    enter?: (client: PoolClient) => Promise<unknown>;
    end?: (client: PoolClient) => Promise<void>;
  } = {},
): Promise<T> {
  try {
    await enter(client);
    const result = await work({
      query: <Row>(sql: string, parameters?: readonly unknown[]) =>
        run<Row>(client, sql, parameters),
    });
    await end(client);
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** PostgreSQL responds to COMMIT with ROLLBACK, and no error, if an earlier statement had failed. */
export async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw translate(error);
  });
  if (command === 'ROLLBACK') throw new StatementRefused(FAILED_TRANSACTION, '25P02');
}

function translate(error: unknown): Error {
  if (!(error instanceof DatabaseError)) {
    return new DatabaseUnavailable('The connection to the database was lost', { cause: error });
  }
  const code = error.code ?? 'XX000';
  return transientError(code, error) ?? new StatementRefused(error.message, code, error.constraint);
}
