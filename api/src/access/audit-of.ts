import { recordAudit, type AuditRecord } from './audit.ts';
import type { Queryable } from '../database/database.ts';
import type { ApiContext } from '../http/api-context.ts';
import { clientAddress } from '../http/origins/client-address.ts';

/** Records in `tx` what the caller does in the organization of the request. */
export async function auditOf(
  c: ApiContext,
  tx: Queryable,
  action: string,
  object: AuditRecord['object'],
  details: Record<string, unknown> = {},
): Promise<void> {
  const organization: { id: string } | undefined = c.get('organization');
  const account: { id: string } | undefined = c.get('account');
  await recordAudit(tx, {
    action,
    object,
    details,
    ip: clientAddress(c),
    ...(organization === undefined ? {} : { organizationId: organization.id }),
    ...(account === undefined ? {} : { accountId: account.id }),
  });
}
