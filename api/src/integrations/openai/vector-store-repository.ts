import {
  FAILED_STATUSES,
  IN_PROGRESS_STATUSES,
  type DocumentStatus,
  type StatusCounts,
} from '@carrel/shared/contract';

import type { Queryable } from '../../platform/database/database.ts';
import type { FileStatus } from './vector-store-schemas.ts';

/** The statuses of documents that a status of files stands for. */
export const STATUSES: Record<FileStatus, readonly DocumentStatus[]> = {
  in_progress: IN_PROGRESS_STATUSES,
  completed: ['embedded'],
  failed: FAILED_STATUSES,
  cancelled: [],
};

/** A workspace with the counts of the documents that are attached to it. */
export interface VectorStoreRow extends Omit<StatusCounts, 'total'> {
  id: string;
  name: string;
  createdAt: Date;
  changedAt: Date;
}

const COUNTED: readonly DocumentStatus[] = [
  ...STATUSES.in_progress,
  ...STATUSES.completed,
  ...STATUSES.failed,
];

/** Reads workspaces as vector stores of OpenAI's API. `tx` is a tenant's transaction. */
export function vectorStoresOf(tx: Queryable, organizationId: string) {
  return {
    /** `ids` are those that may be seen; null for all. */
    stores: (ids: readonly string[] | null) =>
      tx.query<VectorStoreRow>(
        `SELECT w.id, w.name, w.created_at AS "createdAt", w.updated_at AS "changedAt",
           ${COUNTED.map((status) => `coalesce(sum(c.${status}), 0)::integer AS ${status}`).join(', ')}
         FROM workspaces w
         LEFT JOIN workspace_datasets a ON a.organization_id = w.organization_id AND a.workspace_id = w.id
         LEFT JOIN dataset_counts c ON c.organization_id = w.organization_id AND c.dataset_id = a.dataset_id
         WHERE w.organization_id = $1 AND ($2::uuid[] IS NULL OR w.id = ANY ($2))
         GROUP BY w.id, w.name, w.created_at, w.updated_at ORDER BY w.created_at DESC, w.id`,
        [organizationId, ids],
      ),
  };
}

/** Returns the status of a file in the words of OpenAI's API. */
export function fileStatus(status: DocumentStatus): FileStatus {
  if (STATUSES.completed.includes(status)) return 'completed';
  return STATUSES.failed.includes(status) ? 'failed' : 'in_progress';
}

/** Returns the counts of a store by the status of its files. */
export function fileCounts(counts: VectorStoreRow): Record<FileStatus | 'total', number> {
  const of = (status: FileStatus) => STATUSES[status].reduce((sum, each) => sum + counts[each], 0);
  const [in_progress, completed, failed] = [of('in_progress'), of('completed'), of('failed')];
  return { in_progress, completed, failed, cancelled: 0, total: in_progress + completed + failed };
}
