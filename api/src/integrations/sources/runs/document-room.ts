import type { Queryable } from '../../../platform/database/database.ts';
import { reachingAll } from '../../../platform/database/reach.ts';
import { limitsOf, usedOf, type Quotas } from '../../../platform/quotas/quota-repository.ts';
import type { ClaimedRun } from './claimed-run.ts';

/** How many documents the organization has room for, and what to say of those that have none. */
export interface DocumentRoom {
  room: number;
  reason: string;
}

/**
 * Returns the room beside what runs have sent and what is not merged yet; undefined without a limit. Others may take it
 * meanwhile: the merge decides again.
 */
export async function documentRoomOf(
  tx: Queryable,
  { organizationId }: Pick<ClaimedRun, 'organizationId'>,
  quotas: Quotas,
): Promise<DocumentRoom | undefined> {
  const { documents: limit } = await limitsOf(tx, { organizationId, quotas });
  if (limit === undefined) return undefined;
  const { used, sent } = await reachingAll(tx, async () => {
    const [row] = await tx.query<{ sent: number }>(
      `SELECT count(*) AS sent FROM archives a
       JOIN source_objects o ON o.organization_id = $1 AND o.archive_id = a.id AND o.outcome = 'added'
       WHERE a.organization_id = $1 AND a.status = 'pending'`,
      [organizationId],
    );
    return { used: await usedOf(tx, organizationId, 'documents'), sent: row?.sent ?? 0 };
  });
  const most = limit.toLocaleString('en-US');
  return {
    room: Math.max(0, limit - used - sent),
    reason: `This organization may have ${most} documents, and has no room for this one. Delete some, leave out what is not needed by patterns, or ask the operator of this server for more: the next run brings in the rest.`,
  };
}
