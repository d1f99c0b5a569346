import {
  FAILED_STATUSES,
  IN_WORK_STATUSES,
  type DocumentStatus,
  type StatusCounts,
} from '@carrel/shared/contract';

import type { Queryable } from '../../database/database.ts';
import type { FileListQuery, FileStatus } from './vector-store-schemas.ts';

/** The statuses of documents that a status of files stands for. */
const STATUSES: Record<FileStatus, readonly DocumentStatus[]> = {
  in_progress: IN_WORK_STATUSES,
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

/** A document of a dataset that is attached to a workspace. */
export interface FileRow {
  id: string;
  datasetId: string;
  path: string;
  size: number;
  status: DocumentStatus;
  error: string | null;
  createdAt: Date;
  changedAt: Date;
}

const COUNTED: readonly DocumentStatus[] = [
  ...STATUSES.in_progress,
  ...STATUSES.completed,
  ...STATUSES.failed,
];

const COLUMNS = `d.id, d.dataset_id AS "datasetId", d.path, d.size, d.status, d.error,
  d.created_at AS "createdAt", d.updated_at AS "changedAt"`;

const ATTACHED = `SELECT dataset_id AS id FROM workspace_datasets WHERE organization_id = $1 AND workspace_id = $2`;

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

    file: async (workspaceId: string, id: string) => {
      const [file] = await tx.query<FileRow>(
        `SELECT ${COLUMNS} FROM documents d
         WHERE d.organization_id = $1 AND d.id = $3 AND d.dataset_id IN (${ATTACHED})`,
        [organizationId, workspaceId, id],
      );
      return file;
    },

    /** Documents by dataset and path, one more than `limit` where there are more. `start` is the one before. */
    files: (
      workspaceId: string,
      { limit, filter }: Pick<FileListQuery, 'limit' | 'filter'>,
      direction: 'asc' | 'desc',
      start: FileRow | undefined,
    ) => {
      const [beyond, order] = direction === 'asc' ? ['>', ''] : ['<', 'DESC'];
      // Each dataset and status is a range of an index, so that no page reads more rows than it may need.
      return tx.query<FileRow>(
        `SELECT f.* FROM (${ATTACHED}) a CROSS JOIN unnest($3::text[]) AS s (status)
         CROSS JOIN LATERAL (
           SELECT ${COLUMNS} FROM documents d
           WHERE d.organization_id = $1 AND d.dataset_id = a.id AND d.status = s.status
             AND ($4::uuid IS NULL OR a.id ${beyond} $4 OR d.path ${beyond} $5)
           ORDER BY d.path ${order} LIMIT $6 + 1
         ) f
         WHERE $4::uuid IS NULL OR a.id ${beyond}= $4
         ORDER BY f."datasetId" ${order}, f.path ${order} LIMIT $6 + 1`,
        [
          organizationId,
          workspaceId,
          filter === undefined ? COUNTED : STATUSES[filter],
          start?.datasetId ?? null,
          start?.path ?? '',
          limit,
        ],
      );
    },
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
