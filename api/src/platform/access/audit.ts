import type { Queryable } from '../database/database.ts';
import type { ApiContext } from '../http/api-context.ts';
import { clientAddress } from '../http/origins/client-address.ts';

/** One audited action. */
export interface AuditRecord {
  /** Noun and past participle: `dataset.created`. */
  action: string;
  /** The object's kind and, if it has one, its id. */
  object: readonly [type: string, id?: string];
  organizationId?: string;
  accountId?: string;
  ip?: string;
  details?: Record<string, unknown>;
}

/**
 * Records an action in the transaction that performs it, with the current names of the object and of
 * the dataset or workspace that the details name.
 */
export async function recordAudit(tx: Queryable, record: AuditRecord): Promise<void> {
  const [type, id] = record.object;
  await tx.query(
    `INSERT INTO audit_records
       (organization_id, account_id, action, object_type, object_id, ip, details, object_name)
     SELECT $1, $2, $3, $4, o.id, $6,
       o.details || jsonb_strip_nulls(jsonb_build_object('dataset', audit_name('dataset', coalesce(
         (o.details->>'datasetId')::uuid, (SELECT dataset_id FROM archives a WHERE a.id = o.id))),
         'workspace', audit_name('workspace', (o.details->>'workspaceId')::uuid))),
       audit_name($4, o.id)
     FROM (SELECT $5::uuid AS id, $7::jsonb AS details) o`,
    [
      record.organizationId ?? null,
      record.accountId ?? null,
      record.action,
      type,
      id ?? null,
      record.ip ?? null,
      JSON.stringify(record.details ?? {}),
    ],
  );
}

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
  const key = c.get('key');
  await recordAudit(tx, {
    action,
    object,
    details: key === undefined ? details : { ...details, apiKey: key.name },
    ip: clientAddress(c),
    ...(organization === undefined ? {} : { organizationId: organization.id }),
    ...(account === undefined ? {} : { accountId: account.id }),
  });
}
