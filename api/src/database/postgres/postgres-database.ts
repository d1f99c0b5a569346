import {
  DatabaseError,
  Pool,
  types,
  type CustomTypesConfig,
  type PoolClient,
  type QueryResult,
} from 'pg';

import {
  DatabaseUnavailable,
  FAILED_TRANSACTION,
  StatementRefused,
  isTransient,
} from '../database-error.ts';
import { ENTER_TENANT, enterTenant, type Database, type Queryable } from '../database.ts';
import { DISCARD_PLANS, PlanTtl } from '../plan-ttl.ts';
import { PreparedNames } from './prepared-names.ts';

const CONNECTIONS = 12;
const CONNECT_MILLISECONDS = 4000;

const { INT8 } = types.builtins;

const parsers: CustomTypesConfig = {
  getTypeParser: (type, format) => {
    if (type === INT8 && format !== 'binary') return Number;
    return format === 'binary'
      ? types.getTypeParser(type, 'binary')
      : types.getTypeParser(type, 'text');
  },
};

/** Opens PostgreSQL at `url` and checks that it responds. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    // Statements are sent without waiting for the results of earlier ones; see `runInOneTrip`.
    pipeline: true,
    types: parsers,
    application_name: 'carrel',
  });
  // The pool replaces an idle connection that fails; without a listener the process would exit.
  pool.on('error', ignore);

  const planTtls = new WeakMap<PoolClient, PlanTtl>();
  const discardOldPlans = (client: PoolClient) => {
    const ttl = planTtls.get(client) ?? new PlanTtl();
    planTtls.set(client, ttl);
    // Sent ahead of the next statement. A PostgreSQL-compatible database may refuse it; that is fine.
    if (ttl.isOver()) run(client, DISCARD_PLANS).catch(ignore);
  };

  const withClient = async <T>(task: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('The database cannot be reached', { cause: error });
    });
    // A connection that breaks also rejects its statement, which is where it is handled.
    client.on('error', ignore);
    let broken = false;
    discardOldPlans(client);
    try {
      return await task(client);
    } catch (error) {
      broken = error instanceof DatabaseUnavailable;
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(broken || client.getTransactionStatus() !== 'I');
    }
  };

  const transaction = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    withClient(async (client) => {
      await run(client, 'BEGIN');
      try {
        const result = await work({
          query: <Row>(sql: string, parameters?: readonly unknown[]) =>
            run<Row>(client, sql, parameters),
        });
        await commit(client);
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });

  const names = new PreparedNames();
  const database: Database = {
    kind: 'postgres',
    query: (sql, parameters) =>
      withClient(async (client) => {
        try {
          return await run(client, sql, parameters);
        } catch (error) {
          // Several statements in one text may have left a transaction open.
          if (parameters === undefined) await client.query('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    transaction,
    tenant: (organizationId, work) =>
      transaction(async (tx) => {
        await enterTenant(tx, organizationId);
        return work(tx);
      }),
    queryOnce: (sql, parameters, organizationId) =>
      names.use((nameOf) =>
        withClient((client) => {
          const statement = { sql, parameters, name: nameOf(sql) };
          if (organizationId === undefined) return runNamed(client, statement);
          const enter = {
            sql: ENTER_TENANT,
            parameters: [organizationId],
            name: nameOf(ENTER_TENANT),
          };
          return runInOneTrip(client, enter, statement);
        }),
      ),
    // Each task has its own connection, so that priorities are not needed.
    get lowPriority() {
      return database;
    },
    close: () => pool.end(),
  };
  await database.query('SELECT 1');
  return database;
}

function ignore(): void {}

async function run<Row>(
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

async function runNamed<Row>(
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
async function runInOneTrip<Row>(
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
async function commit(client: PoolClient): Promise<void> {
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
  return isTransient(code)
    ? new DatabaseUnavailable('The database is not ready', { cause: error })
    : new StatementRefused(error.message, code, error.constraint);
}
