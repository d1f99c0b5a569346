import type { DocumentSelection } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';
import { BYTES_KEY } from '../../../processing/rows/bytes-key.ts';
import { BYTES_COLUMNS, bytesOf, type BytesRow, type StoredOriginal } from '../stored-original.ts';

/** Links of an organization that work at the same time; the oldest ones end. */
const LINKS_MAX = 100;
const LINK_HOURS = 1;

/** A link that a person was given. `name` is the zip's, without its ending. */
export interface Download {
  datasetId: string;
  selections: DocumentSelection[];
  name: string;
}

/** A document of a zip. */
export interface DownloadedDocument extends Pick<StoredOriginal, 'bytes'> {
  id: string;
  path: string;
  changedAt: Date;
}

/** Downloads of documents of an organization. `tx` is a tenant's transaction. */
export function downloadsOf(tx: Queryable, organizationId: string) {
  return {
    /** Without a name the zip is called as its dataset is. Undefined where the dataset is gone. */
    create: async (
      accountId: string,
      { datasetId, selections, name }: Omit<Download, 'name'> & { name: string | undefined },
    ) => {
      await tx.query(
        `DELETE FROM document_downloads WHERE organization_id = $1 AND (
           created_at < now() - make_interval(hours => ${LINK_HOURS}) OR id IN (
             SELECT id FROM document_downloads WHERE organization_id = $1
             ORDER BY created_at DESC OFFSET ${LINKS_MAX - 1}))`,
        [organizationId],
      );
      const [row] = await tx.query<{ id: string }>(
        `INSERT INTO document_downloads (organization_id, dataset_id, account_id, selections, name)
         SELECT organization_id, id, $3, $4, coalesce($5, name) FROM datasets
         WHERE organization_id = $1 AND id = $2 RETURNING id`,
        [organizationId, datasetId, accountId, JSON.stringify(selections), name ?? null],
      );
      return row?.id;
    },

    /** Undefined once the link has ended, and for other accounts. */
    find: async (accountId: string, datasetId: string, id: string) => {
      const [row] = await tx.query<Download>(
        `SELECT dataset_id AS "datasetId", selections, name FROM document_downloads
         WHERE organization_id = $1 AND dataset_id = $2 AND account_id = $3 AND id = $4
           AND created_at > now() - make_interval(hours => ${LINK_HOURS})`,
        [organizationId, datasetId, accountId, id],
      );
      return row;
    },

    /** How many of these documents there are, their bytes, and how many have no original any more. */
    sizes: async (datasetId: string, ids: readonly string[]) => {
      const [row] = await tx.query<{ documents: number; bytes: number; missing: number }>(
        `SELECT count(*) FILTER (WHERE stored)::integer AS documents,
           coalesce(sum(size) FILTER (WHERE stored), 0)::bigint AS bytes,
           count(*) FILTER (WHERE NOT stored)::integer AS missing
         FROM (
           SELECT d.size, d.data_offset IS NOT NULL AND (d.size = 0 OR ${BYTES_KEY} IS NOT NULL) AS stored
           FROM documents d
           WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = ANY ($3::uuid[])
         ) documents`,
        [organizationId, datasetId, ids],
      );
      return row ?? { documents: 0, bytes: 0, missing: 0 };
    },

    /** Documents of these ids, in the order of their paths. */
    documents: async (datasetId: string, ids: readonly string[]): Promise<DownloadedDocument[]> => {
      const rows = await tx.query<BytesRow & Omit<DownloadedDocument, 'bytes'>>(
        `SELECT d.id, d.path, d.updated_at AS "changedAt", ${BYTES_COLUMNS} FROM documents d
         WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = ANY ($3::uuid[])
         ORDER BY d.path`,
        [organizationId, datasetId, ids],
      );
      return rows.map(({ id, path, changedAt, ...row }) => ({
        id,
        path,
        changedAt,
        bytes: bytesOf(row),
      }));
    },
  };
}
