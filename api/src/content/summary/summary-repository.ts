import { DOCUMENT_STATUSES } from '@carrel/shared/contract';
import type { StatusCounts, Summary } from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';

type SummaryRow = Pick<Summary, 'workspaces' | 'datasets' | 'members'> &
  Omit<StatusCounts, 'total'>;

const SUMS = DOCUMENT_STATUSES.map(
  (status) => `coalesce(sum(counts.${status}), 0)::integer AS ${status}`,
).join(', ');

/** Returns the counts of an organization, in one query. `tx` is a tenant's transaction. */
export async function summaryOf(tx: Queryable, organizationId: string): Promise<Summary> {
  const [row] = await tx.query<SummaryRow>(
    `SELECT
       (SELECT count(*)::integer FROM workspaces WHERE organization_id = $1) AS workspaces,
       (SELECT count(*)::integer FROM memberships
        WHERE organization_id = $1 AND guest_of IS NULL) AS members,
       count(*)::integer AS datasets,
       ${SUMS}
     FROM dataset_counts counts WHERE counts.organization_id = $1`,
    [organizationId],
  );
  if (row === undefined) throw new Error('An organization could not be summed up');
  const { workspaces, datasets, members, ...counts } = row;
  const total = DOCUMENT_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  return {
    workspaces,
    datasets,
    documents: total,
    members,
    status_counts: { ...counts, total },
  };
}
