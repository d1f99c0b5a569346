import type { Queryable } from './database.ts';

/** One thing that was done. */
export interface AuditRecord {
  /** Noun and past participle: `dataset.created`. */
  action: string;
  /** Its kind and, where it has one, its id. */
  object: readonly [type: string, id?: string];
  organizationId?: string;
  accountId?: string;
  ip?: string;
  details?: Record<string, unknown>;
}

/** Writes down what a transaction does, in that transaction. */
export async function recordAudit(tx: Queryable, record: AuditRecord): Promise<void> {
  const [type, id] = record.object;
  await tx.query(
    `INSERT INTO audit_records (organization_id, account_id, action, object_type, object_id, ip, details)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
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
