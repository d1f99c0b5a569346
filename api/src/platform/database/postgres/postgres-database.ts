import { ENTER_TENANT, tenantTransactions, type Database } from '../database.ts';
import { backgroundDatabase } from '../background-database.ts';
import { tenantParameters } from '../reach.ts';
import { hasCitus } from '../distributed/distribute-tables.ts';
import { distributedTransactions, enterDistributedSql } from '../distributed/enter-distributed.ts';
import { createConnectionPool, type ConnectionPool } from './connection-pool.ts';
import { PreparedNames } from './prepared-names.ts';
import { commitAndRecord } from './replicas/commit-and-record.ts';
import { CommittedPositions } from './replicas/committed-positions.ts';
import { openReplicas, type ReplicaOptions } from './replicas/open-replicas.ts';
import { findTenantRole, TENANT_ROLE } from './tenant-role.ts';
import { inTransaction, run, runInOneTrip, runNamed } from './run-statements.ts';

/** Opens PostgreSQL at `url` and checks that it responds. Replicas need not. */
export async function openPostgres(
  url: string,
  replicaOptions: ReplicaOptions = { urls: [] },
): Promise<Database> {
  // Background work has connections of its own, so that requests do not wait for one.
  const tenantRole = { name: TENANT_ROLE };
  const [pool, backgroundPool] = [
    createConnectionPool(url, { tenantRole }),
    createConnectionPool(url, { tenantRole }),
  ];
  const positions = new CommittedPositions();
  const opening = databaseOf(pool, positions, false);
  tenantRole.name = await findTenantRole(opening);
  const isDistributed = await hasCitus(opening);
  const primary = databaseOf(pool, positions, isDistributed);
  const replicas =
    replicaOptions.urls.length === 0
      ? undefined
      : openReplicas(primary, url, positions, { ...replicaOptions, tenantRole });
  const lowPriority: Database = {
    ...backgroundDatabase(databaseOf(backgroundPool, positions, isDistributed)),
    ...(replicas && { replicas }),
    get lowPriority() {
      return lowPriority;
    },
    close: () => backgroundPool.close(),
  };
  return {
    ...primary,
    lowPriority,
    ...(replicas && { replicas }),
    close: async () => {
      await replicas?.close();
      await Promise.all([pool.close(), backgroundPool.close()]);
    },
  };
}

function databaseOf(
  pool: ConnectionPool,
  positions: CommittedPositions,
  isDistributed: boolean,
): Omit<Database, 'lowPriority' | 'close'> {
  const end = commitAndRecord(positions);
  const names = new PreparedNames();
  const transaction: Database['transaction'] = (work) =>
    pool.withClient((client) => inTransaction(client, work, { end }));
  return {
    kind: 'postgres',
    isDistributed,
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
    ...(isDistributed
      ? distributedTransactions(transaction, (begin, work) =>
          pool.withClient((client) =>
            inTransaction(client, work, { enter: (of) => run(of, begin) }),
          ),
        )
      : tenantTransactions(transaction, (work) =>
          pool.withClient((client) => inTransaction(client, work)),
        )),
    queryOnce: <Row>(sql: string, parameters: readonly unknown[], organizationId?: string) =>
      names.use((nameOf) =>
        pool.withClient(async (client) => {
          const statement = { sql, parameters, name: nameOf(sql) };
          if (organizationId === undefined) return runNamed<Row>(client, statement);
          if (isDistributed) {
            const enter = enterDistributedSql(organizationId, { isReadOnly: false });
            return runInOneTrip<Row>(client, { begin: `BEGIN; ${enter}`, statement });
          }
          const enter = {
            sql: ENTER_TENANT,
            parameters: tenantParameters(organizationId),
            name: nameOf(ENTER_TENANT),
          };
          return runInOneTrip<Row>(client, { enter, statement });
        }),
      ),
  };
}
