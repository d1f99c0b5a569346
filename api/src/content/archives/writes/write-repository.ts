import type { DocumentWrite } from '@carrel/shared/contract';

import type { Queryable } from '../../../platform/database/database.ts';

/** Reads what writes by path did. `tx` is a tenant's transaction. */
export function writesOf(tx: Queryable, organizationId: string) {
  return {
    /** Where the merge of an archive is; undefined where the archive is gone. */
    state: async (archiveId: string) => {
      const [archive] = await tx.query<{ status: string; error: string | null }>(
        'SELECT status, error FROM archives WHERE organization_id = $1 AND id = $2',
        [organizationId, archiveId],
      );
      return archive;
    },

    /** Whether archives of a dataset wait for their merge, which may write any path. */
    areWaiting: async (datasetId: string) => {
      const waiting = await tx.query(
        `SELECT id FROM archives WHERE organization_id = $1 AND dataset_id = $2 AND status = 'pending'
         LIMIT 1`,
        [organizationId, datasetId],
      );
      return waiting.length > 0;
    },

    documents: async (datasetId: string, paths: readonly string[]) => {
      const rows = await tx.query<NonNullable<DocumentWrite['document']> & { path: string }>(
        `SELECT id, path, size, encode(sha256, 'hex') AS sha256, status FROM documents
         WHERE organization_id = $1 AND dataset_id = $2 AND path = ANY ($3::text[])`,
        [organizationId, datasetId, paths],
      );
      return new Map(rows.map(({ path, ...document }) => [path, document]));
    },

    /** What a merged archive did to these paths. */
    outcomes: async (
      datasetId: string,
      archiveId: string,
      paths: readonly string[],
    ): Promise<DocumentWrite[]> => {
      const entries = await tx.query<
        Pick<DocumentWrite, 'path' | 'outcome'> & { reason: string | null }
      >(
        `SELECT path, outcome, reason FROM archive_receipt_entries
         WHERE organization_id = $1 AND archive_id = $2 AND path = ANY ($3::text[])`,
        [organizationId, archiveId, paths],
      );
      const recorded = new Map(entries.map((entry) => [entry.path, entry]));
      const documents = await writesOf(tx, organizationId).documents(datasetId, paths);
      return paths.map((path) => {
        const { outcome = 'unchanged', reason = null } = recorded.get(path) ?? {};
        const document = outcome === 'refused' ? undefined : documents.get(path);
        return {
          path,
          outcome,
          ...(reason !== null && { reason }),
          ...(document !== undefined && { document }),
        };
      });
    },
  };
}
