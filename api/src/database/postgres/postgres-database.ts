import { ENTER_TENANT, tenantTransactions, type Database, type Queryable } from '../database.ts';
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts';
import { PreparedNames } from './prepared-names.ts';
import { commit, run, runInOneTrip, runNamed } from './run-statements.ts';

/** Opens PostgreSQL at `url` and checks that it responds. */
export async function openPostgres(url: string): Promise<Database> {
  // Background work has connections of its own, so that requests do not wait for one.
  const [pool, backgroundPool] = [createConnectionPool(url), createConnectionPool(url)];
  const lowPriority: Database = {
    ...databaseOf(backgroundPool),
    get lowPriority() {
      return lowPriority;
    },
    close: () => backgroundPool.close(),
  };
  const database: Database = {
    ...databaseOf(pool),
    lowPriority,
    close: async () => {
      await Promise.all([pool.close(), backgroundPool.close()]);
    },
  };
  await database.query('SELECT 1');
  return database;
}

function databaseOf(pool: ConnectionPool): Omit<Database, 'lowPriority' | 'close'> {
  const transaction = <T>(work: (tx: Queryable) => Promise<T>): Promise<T> =>
    pool.withClient(async (client) => {
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
  return {
    kind: 'postgres',
    query: (sql, parameters) =>
      pool.withClient(async (client) => {
        try {
          return await run(client, sql, parameters);
        } catch (error) {
          // Several statements in one text may have left a transaction open.
          if (parameters === undefined) await client.query('ROLLBACK').catch(() => undefined);
          throw error;
        }
      }),
    transaction,
    ...tenantTransactions(transaction),
    queryOnce: (sql, parameters, organizationId) =>
      names.use((nameOf) =>
        pool.withClient((client) => {
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
  };
}
