import type { Queryable } from '../database/queryable.ts';
import { reachHere } from '../database/reach.ts';
import type { ApiContext } from '../http/api-context.ts';
import { auditOf } from './audit.ts';
import { OWN_ENTRIES, type AccessKind } from './object-access.ts';

/**
 * Records each dataset and workspace that the caller only kept when the transaction began, and is named for by now: by an
 * entry or by a group. `tx` is a tenant's transaction.
 */
export async function recordTakenAccess(c: ApiContext, tx: Queryable): Promise<void> {
  const { kept = '' } = reachHere();
  if (kept === '') return;
  const taken = await tx.query<{ id: string; kind: AccessKind }>(
    `SELECT DISTINCT e.object_id AS id,
       CASE WHEN EXISTS (SELECT FROM datasets d WHERE d.organization_id = $1 AND d.id = e.object_id)
         THEN 'dataset' ELSE 'workspace' END AS kind
     FROM memberships m CROSS JOIN LATERAL (${OWN_ENTRIES}) e
     WHERE m.organization_id = $1 AND m.account_id = $2 AND e.object_id = ANY ($3::uuid[])`,
    [c.get('organization').id, c.get('account').id, kept.split(',')],
  );
  for (const { kind, id } of taken) await auditOf(c, tx, `${kind}.access_taken`, [kind, id]);
}
