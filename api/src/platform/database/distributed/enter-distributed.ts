import type { Database, Queryable, Transaction } from '../database.ts';
import { reachHere, unreachableSetting } from '../reach.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const IDS = /^[0-9a-f,-]*$/;

/**
 * Returns `tenant` and `read` of a database on a cluster. `readTransaction` begins its transaction by the statements
 * that it gets.
 */
export function distributedTransactions(
  transaction: Transaction,
  readTransaction: <T>(begin: string, work: (tx: Queryable) => Promise<T>) => Promise<T>,
): Pick<Database, 'tenant' | 'read'> {
  return {
    tenant: (organizationId, work, before) =>
      transaction(async (tx) => {
        await before?.(tx);
        await tx.query(enterDistributedSql(organizationId, { isReadOnly: false }));
        return work(tx);
      }),
    read: async (organizationId, work) =>
      readTransaction(`BEGIN; ${enterDistributedSql(organizationId, { isReadOnly: true })}`, work),
  };
}

/**
 * Returns statements that restrict a transaction to an organization on the coordinator and on the workers. Citus
 * repeats there what `SET LOCAL` sets, which takes no parameters, but not what `set_config` sets.
 */
export function enterDistributedSql(
  organizationId: string,
  { isReadOnly }: { isReadOnly: boolean },
): string {
  if (!UUID.test(organizationId)) throw new Error('The id of an organization must be a UUID');
  const { fences } = reachHere();
  const unreachable = unreachableSetting(reachHere());
  if (!IDS.test(unreachable)) throw new Error('What cannot be reached must be ids');
  const statements = [
    `SET LOCAL citus.propagate_set_commands = 'local'`,
    `SET LOCAL carrel.organization_id = '${organizationId}'`,
    `SET LOCAL carrel.unreachable = '${unreachable}'`,
    `SET LOCAL carrel.fences = '${fences.replaceAll("'", "''")}'`,
    'SET LOCAL ROLE carrel_tenant',
    ...(isReadOnly ? ['SET LOCAL transaction_read_only = on'] : []),
  ];
  return statements.join('; ');
}
