import { DatabaseError, type PoolClient, type QueryResult } from 'pg';

import {
  DatabaseUnavailable,
  FAILED_TRANSACTION,
  StatementRefused,
  transientError,
} from '../database-error.ts';

/** Runs SQL; without parameters it may have several statements. */
export async function run<Row>(
  client: PoolClient,
  sql: string,
  parameters?: readonly unknown[],
): Promise<Row[]> {
  try {
    if (parameters !== undefined) return (await client.query(sql, [...parameters])).rows as Row[];
    const results: QueryResult | QueryResult[] = await client.query(sql);
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
    return (await client.query({ text: sql, values: [...parameters], name })).rows as Row[];
  } catch (error) {
    throw translate(error);
  }
}

/** Does what `tenant` does for one statement, and sends all four statements without waiting in between. */
export async function runInOneTrip<Row>(
  client: PoolClient,
  enter: NamedStatement,
  statement: NamedStatement,
): Promise<Row[]> {
  const steps = [
    run(client, 'BEGIN'),
    runNamed(client, enter),
    runNamed<Row>(client, statement),
    commit(client),
  ] as const;
  // All must have ended before the connection returns to the pool.
  await Promise.allSettled(steps);
  const [, , rows] = await Promise.all(steps);
  return rows;
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
