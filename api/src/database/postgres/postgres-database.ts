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
  isPassing,
} from '../database-error.ts';
import { ENTER_TENANT, enterTenant, type Database, type Queryable } from '../database.ts';
import { DISCARD_PLANS, PlanAge } from '../plan-ttl.ts';
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

/** Opens PostgreSQL at `url` and makes sure that it answers. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    // Statements that do not wait for each other are sent at once; see `runInOneTrip`.
    pipeline: true,
    types: parsers,
    application_name: 'carrel',
  });
  // An idle connection that dies is replaced at the next call; there is nothing to do about it.
  pool.on('error', ignore);

  const planAges = new WeakMap<PoolClient, PlanAge>();
  const keepPlansFresh = (client: PoolClient) => {
    const age = planAges.get(client) ?? new PlanAge();
    planAges.set(client, age);
    // Sent ahead of whatever comes next. A database that knows no such statement renews plans by itself.
    if (age.isOver()) run(client, DISCARD_PLANS).catch(ignore);
  };

  const connected = async <T>(task: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw new DatabaseUnavailable('The database cannot be reached', { cause: error });
    });
    // A connection that breaks while it is lent out says so twice; the failed statement is enough.
    client.on('error', ignore);
    let broken = false;
    keepPlansFresh(client);
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
    connected(async (client) => {
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
      connected(async (client) => {
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
        connected((client) => {
          const asked = { sql, parameters, name: nameOf(sql) };
          if (organizationId === undefined) return runAsked(client, asked);
          const entered = {
            sql: ENTER_TENANT,
            parameters: [organizationId],
            name: nameOf(ENTER_TENANT),
          };
          return runInOneTrip(client, entered, asked);
        }),
      ),
    // Each has a connection of its own.
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
    throw translated(error);
  }
}

interface Asked {
  sql: string;
  parameters: readonly unknown[];
  /** Under which the connection keeps it parsed and planned. */
  name: string | undefined;
}

async function runAsked<Row>(client: PoolClient, { sql, parameters, name }: Asked): Promise<Row[]> {
  try {
    return (await client.query({ text: sql, values: [...parameters], name })).rows as Row[];
  } catch (error) {
    throw translated(error);
  }
}

/** What `tenant` does for one statement, with nothing of it waited for before the rest is sent. */
async function runInOneTrip<Row>(client: PoolClient, entered: Asked, asked: Asked): Promise<Row[]> {
  const steps = [
    run(client, 'BEGIN'),
    runAsked(client, entered),
    runAsked<Row>(client, asked),
    commit(client),
  ] as const;
  // Each has to be over before somebody else gets the connection.
  await Promise.allSettled(steps);
  const [, , rows] = await Promise.all(steps);
  return rows;
}

/** PostgreSQL answers COMMIT with ROLLBACK, and no error, where an earlier statement had failed. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT').catch((error: unknown) => {
    throw translated(error);
  });
  if (command === 'ROLLBACK') throw new StatementRefused(FAILED_TRANSACTION, '25P02');
}

function translated(error: unknown): Error {
  if (!(error instanceof DatabaseError)) {
    return new DatabaseUnavailable('The connection to the database was lost', { cause: error });
  }
  const code = error.code ?? 'XX000';
  return isPassing(code)
    ? new DatabaseUnavailable('The database is not ready', { cause: error })
    : new StatementRefused(error.message, code, error.constraint);
}
