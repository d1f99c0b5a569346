import type { Enter } from '../database.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Restricts a transaction to an organization on the coordinator and on the workers. Citus repeats there what
 * `SET LOCAL` sets, which takes no parameters, but not what `set_config` sets.
 */
export const enterDistributed: Enter = (tx, organizationId, { isReadOnly }) =>
  tx.query(enterDistributedSql(organizationId, { isReadOnly }));

/** Returns statements for the start of a transaction. */
export function enterDistributedSql(
  organizationId: string,
  { isReadOnly }: { isReadOnly: boolean },
): string {
  if (!UUID.test(organizationId)) throw new Error('The id of an organization must be a UUID');
  const statements = [
    `SET LOCAL citus.propagate_set_commands = 'local'`,
    `SET LOCAL carrel.organization_id = '${organizationId}'`,
    'SET LOCAL ROLE carrel_tenant',
    ...(isReadOnly ? ['SET LOCAL transaction_read_only = on'] : []),
  ];
  return statements.join('; ');
}
