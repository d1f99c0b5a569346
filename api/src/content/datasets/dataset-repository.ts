import {
  KEEP_VERSIONS_DAYS_DEFAULT,
  KEEP_VERSIONS_DEFAULT,
  type CreateDatasetInput,
  type Dataset,
  type UpdateDatasetInput,
} from '@carrel/shared/contract';

import { withRole } from '../../platform/access/object-access.ts';
import type { Queryable } from '../../platform/database/database.ts';

const COLUMNS =
  'd.id, d.name, d.description, d.chunk_template, d.metadata_parameters, d.language, d.legacy_encoding, d.keep_originals, d.keep_versions, d.keep_versions_days, d.access, d.moved_documents';

/** What an update changed besides the row. */
interface DatasetChanges {
  languageChanged: boolean;
  /** Whether it stopped keeping originals. */
  keepsNoMore: boolean;
  /** Whether versions that it has end at another time. */
  versionsChanged: boolean;
}

/** Reads and changes the datasets of one organization. `tx` is a tenant's transaction. */
export function datasetsOf(tx: Queryable, organizationId: string) {
  return {
    list: async () => {
      const rows = await tx.query<Dataset>(
        `SELECT ${COLUMNS}, greatest(d.updated_at, c.changed_at) AS changed_at,
           c.ingested + c.partitioned + c.partitioning_error + c.chunked + c.chunking_error
             + c.embedded + c.embedding_error AS document_count,
           c.partitioning_error + c.chunking_error + c.embedding_error AS failed_count
         FROM datasets d LEFT JOIN dataset_counts c ON c.dataset_id = d.id
         WHERE d.organization_id = $1 ORDER BY d.created_at, d.id`,
        [organizationId],
      );
      return rows.map(shownDataset);
    },

    listAttached: (workspaceId: string) =>
      tx.query<Dataset>(
        `SELECT ${COLUMNS} FROM workspace_datasets w
         JOIN datasets d ON d.organization_id = w.organization_id AND d.id = w.dataset_id
         WHERE w.organization_id = $1 AND w.workspace_id = $2 ORDER BY d.created_at, d.id`,
        [organizationId, workspaceId],
      ),

    /** What can be changed of a dataset; locked until the transaction ends if it is `changing`. */
    find: async (id: string, { changing = false } = {}) => {
      const [dataset] = await tx.query<Dataset>(
        `SELECT ${COLUMNS} FROM datasets d WHERE d.organization_id = $1 AND d.id = $2
         ${changing ? 'FOR NO KEY UPDATE' : ''}`,
        [organizationId, id],
      );
      return dataset && shownDataset(dataset);
    },

    exists: async (id: string) => {
      const found = await tx.query(
        'SELECT id FROM datasets WHERE organization_id = $1 AND id = $2',
        [organizationId, id],
      );
      return found.length === 1;
    },

    create: async (input: CreateDatasetInput) => {
      const [created] = await tx.query<{ id: string }>(
        `INSERT INTO datasets (organization_id, name, description, chunk_template, metadata_parameters, language, keep_originals,
           legacy_encoding, keep_versions, keep_versions_days)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
        [
          organizationId,
          input.name,
          input.description || null,
          input.chunk_template || null,
          asJson(input.metadata_parameters),
          input.language ?? null,
          input.keep_originals ?? true,
          input.legacy_encoding ?? null,
          input.keep_versions ?? KEEP_VERSIONS_DEFAULT,
          input.keep_versions_days ?? KEEP_VERSIONS_DAYS_DEFAULT,
        ],
      );
      if (created === undefined) throw new Error('A dataset was not created');
      return created.id;
    },

    /** Returns what changed; undefined where there is no such dataset. */
    update: async (id: string, input: UpdateDatasetInput) => {
      const [updated] = await tx.query<DatasetChanges>(
        `UPDATE datasets d SET
           name = coalesce($3, d.name),
           description = CASE WHEN $4 THEN $5 ELSE d.description END,
           chunk_template = CASE WHEN $6 THEN $7 ELSE d.chunk_template END,
           metadata_parameters = CASE WHEN $8 THEN $9::jsonb ELSE d.metadata_parameters END,
           language = CASE WHEN $10 THEN $11 ELSE d.language END,
           keep_originals = coalesce($12, d.keep_originals),
           legacy_encoding = CASE WHEN $13 THEN $14 ELSE d.legacy_encoding END,
           keep_versions = coalesce($15, d.keep_versions),
           keep_versions_days = coalesce($16, d.keep_versions_days),
           moved_documents = coalesce($17, d.moved_documents),
           updated_at = now()
         FROM (SELECT language, keep_originals, keep_versions, keep_versions_days FROM datasets WHERE organization_id = $1 AND id = $2 FOR UPDATE) before
         WHERE d.organization_id = $1 AND d.id = $2
         RETURNING d.language IS DISTINCT FROM before.language AS "languageChanged",
           before.keep_originals AND NOT d.keep_originals AS "keepsNoMore",
           d.keep_versions < before.keep_versions OR d.keep_versions_days <> before.keep_versions_days
             AS "versionsChanged"`,
        [
          organizationId,
          id,
          input.name ?? null,
          input.description !== undefined,
          input.description || null,
          input.chunk_template !== undefined,
          input.chunk_template || null,
          input.metadata_parameters !== undefined,
          asJson(input.metadata_parameters),
          input.language !== undefined,
          input.language ?? null,
          input.keep_originals ?? null,
          input.legacy_encoding !== undefined,
          input.legacy_encoding ?? null,
          input.keep_versions ?? null,
          input.keep_versions_days ?? null,
          input.moved_documents ?? null,
        ],
      );
      return updated;
    },

    /** The files with originals of a dataset are swept next. */
    noteUnneededOriginals: (id: string) =>
      tx.query(
        `UPDATE original_files SET stale = true WHERE organization_id = $1 AND key IN (
           SELECT coalesce(bytes_key, archive_id) FROM documents
           WHERE organization_id = $1 AND dataset_id = $2
           UNION ALL
           SELECT v.file FROM document_versions v
           JOIN documents d ON d.organization_id = v.organization_id AND d.id = v.document_id
           WHERE v.organization_id = $1 AND d.dataset_id = $2
         )`,
        [organizationId, id],
      ),

    /** Hides a dataset, and returns whether it exists. A job deletes its rows. */
    delete: async (id: string) => {
      const [row] = await tx.query<{ removed: boolean }>(
        'SELECT remove_dataset($1) AS removed WHERE is_reachable($1)',
        [id],
      );
      return row?.removed === true;
    },
  };
}

/** A rule that nobody has chosen is left out. */
const shownDataset = ({ moved_documents: rule, ...dataset }: Dataset) =>
  withRole({ ...dataset, ...(typeof rule === 'string' && { moved_documents: rule }) });

function asJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}
