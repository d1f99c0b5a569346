import type { DocumentStatus } from '@carrel/shared/contract';

import type { Reader } from '../../platform/database/reader.ts';

/** A document of a workspace. */
export interface WorkspaceDocument {
  id: string;
  name: string;
  path: string;
  size: number;
  status: DocumentStatus;
  error: string | null;
  createdAt: Date;
  changedAt: Date;
  dataset: { id: string; name: string };
}

/** Where a list continues: behind this path of this dataset. */
export interface ListPlace {
  datasetId: string;
  path: string;
}

export interface ListOptions {
  limit: number;
  after?: ListPlace | undefined;
  order?: 'asc' | 'desc';
  /** All by default. */
  statuses?: readonly DocumentStatus[] | undefined;
}

interface Row extends Omit<WorkspaceDocument, 'dataset'> {
  datasetId: string;
  datasetName: string;
}

const COLUMNS = `d.id, d.name, d.path, d.size, d.status, d.error, d.created_at AS "createdAt",
  d.updated_at AS "changedAt",
  s.id AS "datasetId", s.name AS "datasetName"`;

const documentOf = ({ datasetId, datasetName, ...document }: Row): WorkspaceDocument => ({
  ...document,
  dataset: { id: datasetId, name: datasetName },
});

/** Reads one workspace of an organization, and the documents of the datasets that are attached to it. */
export function workspaceDocumentsOf(
  database: Pick<Reader, 'queryOnce'>,
  organizationId: string,
  workspaceId: string,
) {
  const query = <Result>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Result>(sql, [organizationId, workspaceId, ...parameters], organizationId);

  return {
    /** Undefined for an unknown workspace. */
    workspaceName: async (): Promise<string | undefined> => {
      const [row] = await query<{ name: string }>(
        'SELECT name FROM workspaces WHERE organization_id = $1 AND id = $2',
      );
      return row?.name;
    },

    find: async (documentId: string): Promise<WorkspaceDocument | undefined> => {
      const [row] = await query<Row>(
        `SELECT ${COLUMNS} FROM documents d
         JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
         JOIN workspace_datasets w ON w.organization_id = d.organization_id AND w.dataset_id = d.dataset_id
         WHERE d.organization_id = $1 AND w.workspace_id = $2 AND d.id = $3`,
        documentId,
      );
      return row && documentOf(row);
    },

    /** Where a chunk starts in its document's text; undefined where it is not known. */
    chunkStart: async (documentId: string, number: number): Promise<number | undefined> => {
      const [row] = await database.queryOnce<{ start: number | null }>(
        `SELECT start_offset AS start FROM chunks
         WHERE organization_id = $1 AND document_id = $2 AND number = $3`,
        [organizationId, documentId, number],
        organizationId,
      );
      return row?.start ?? undefined;
    },

    /** The documents by dataset and path, at most `limit`. */
    list: async ({
      limit,
      after,
      order = 'asc',
      statuses,
    }: ListOptions): Promise<WorkspaceDocument[]> => {
      const [beyond, direction] = order === 'asc' ? ['>', ''] : ['<', 'DESC'];
      // Each range of an index, of a dataset or of a status in it, is read up to the limit.
      const [ranges, inRange] =
        statuses === undefined
          ? ['', '']
          : ['CROSS JOIN unnest($6::text[]) AS r (status)', 'AND d.status = r.status'];
      const rows = await query<Row>(
        `SELECT ${COLUMNS} FROM workspace_datasets w
         JOIN datasets s ON s.organization_id = w.organization_id AND s.id = w.dataset_id ${ranges}
         CROSS JOIN LATERAL (
           SELECT * FROM documents d
           WHERE d.organization_id = $1 AND d.dataset_id = w.dataset_id ${inRange}
             AND ($3::uuid IS NULL OR w.dataset_id ${beyond} $3 OR d.path ${beyond} $4)
           ORDER BY d.path ${direction} LIMIT $5
         ) d
         WHERE w.organization_id = $1 AND w.workspace_id = $2
           AND ($3::uuid IS NULL OR w.dataset_id ${beyond}= $3)
         ORDER BY w.dataset_id ${direction}, d.path ${direction} LIMIT $5`,
        after?.datasetId ?? null,
        after?.path ?? '',
        limit,
        ...(statuses === undefined ? [] : [statuses]),
      );
      return rows.map(documentOf);
    },
  };
}
