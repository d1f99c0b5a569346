import {
  DOCUMENT_STATUSES,
  FAILURE_REASONS_MAX,
  OLDER_READER_MAX,
  type DocumentStatus,
  type FailureReason,
  type FailureReasons,
  type Manifest,
  type SettingsDrift,
  type StatusCounts,
} from '@carrel/shared/contract';

import { seenDocuments } from '../../processing/rows/document-writes/seen-documents.ts';
import { isFenced } from '../../platform/database/reach.ts';
import { retryable } from './retryable.ts';
import { HAS_BYTES } from '../../processing/rows/bytes-key.ts';
import { readAlongIndexes, type Queryable } from '../../platform/database/database.ts';
import { hasInAnyCase } from './in-any-case.ts';
import {
  failedFor,
  FAILURE_REASON,
  HAS_FAILED,
  IS_OF_OLDER_READER,
  IS_OUTDATED,
  reasonGroupOf,
} from './selected-documents.ts';

export interface DocumentQuery {
  page: number;
  limit: number;
  status?: DocumentStatus | undefined;
  /** Why it failed. */
  reason?: string | undefined;
  /** Each is in the path or in the reason, in any case. */
  words?: readonly string[] | undefined;
  /** Part of the path, in any case. */
  search?: string | undefined;
  /** Whether documents that need OCR can be retried. */
  isOcrOn?: boolean;
}

export interface DocumentRow {
  id: string;
  name: string;
  path: string;
  size: number;
  status: DocumentStatus;
  error: string | null;
  attempts: number;
  retryable: boolean;
  created_at: Date;
}

/** `origin_path` is null for a document that was not moved. */
type ManifestRow = Omit<Manifest['documents'][number], 'origin_path'> & {
  origin_path: string | null;
};

/** Reads the documents of one organization. `tx` is a tenant's transaction. */
export function documentsOf(tx: Queryable, organizationId: string) {
  return {
    /** The number of documents in each status; undefined if the dataset does not exist. */
    counts: async (datasetId: string): Promise<StatusCounts | undefined> => {
      const [counts] = await tx.query<Omit<StatusCounts, 'total'>>(
        `SELECT ${DOCUMENT_STATUSES.join(', ')} FROM dataset_counts
         WHERE organization_id = $1 AND dataset_id = $2`,
        [organizationId, datasetId],
      );
      if (counts === undefined) return undefined;
      const total = DOCUMENT_STATUSES.reduce((sum, status) => sum + counts[status], 0);
      return { ...counts, total };
    },

    page: async (datasetId: string, { page, limit, isOcrOn = false, ...filter }: DocumentQuery) => {
      await readAlongIndexes(tx);
      const where = conditions(organizationId, datasetId, filter);
      return tx.query<DocumentRow>(
        `SELECT id, name, path, size, status, error, attempts, ${retryable({ isOcrOn })} AS retryable, created_at
         FROM documents d
         WHERE ${where.sql} ORDER BY path
         LIMIT $${where.parameters.length + 1} OFFSET $${where.parameters.length + 2}`,
        [...where.parameters, limit, (page - 1) * limit],
      );
    },

    /**
     * Documents whose paths sort after `after`, described as in a zip's directory. Those inside of others are
     * not in the zip.
     */
    manifest: async (datasetId: string, after: string, limit: number) => {
      await readAlongIndexes(tx);
      const rows = await tx.query<ManifestRow>(
        `SELECT path, size, crc32, origin_path FROM documents
         WHERE organization_id = $1 AND dataset_id = $2 AND path > $3 AND container_id IS NULL
         ORDER BY path LIMIT $4`,
        [organizationId, datasetId, after, limit],
      );
      return rows.map(({ path, size, crc32, origin_path: origin }) =>
        origin === null ? { path, size, crc32 } : { path, size, crc32, origin_path: origin },
      );
    },

    count: async (datasetId: string, filter: Filter) => {
      const where = conditions(organizationId, datasetId, filter);
      const [row] = await tx.query<{ count: number }>(
        `SELECT count(*) FROM documents d WHERE ${where.sql}`,
        where.parameters,
      );
      return row?.count ?? 0;
    },

    /** How many documents have chunks of older settings, or text of an older reader; undefined without the dataset. */
    drift: async (datasetId: string) => {
      const [drift] = await tx.query<
        Pick<SettingsDrift, 'outdated' | 'reprocessing'> & { reprocessing_total: number }
      >(
        `SELECT count(*) FILTER (WHERE ${IS_OUTDATED}) AS outdated,
           count(*) FILTER (WHERE d.reprocessing) AS reprocessing,
           (SELECT c.reprocessing_total FROM dataset_counts c
             WHERE c.organization_id = $1 AND c.dataset_id = $2) AS reprocessing_total
         FROM datasets s LEFT JOIN documents d ON d.organization_id = s.organization_id AND d.dataset_id = s.id
         WHERE s.organization_id = $1 AND s.id = $2 GROUP BY s.id`,
        [organizationId, datasetId],
      );
      if (drift === undefined) return undefined;
      const [older] = await tx.query<{ count: number }>(
        `SELECT count(*) FROM (
           SELECT FROM documents d
           WHERE d.organization_id = $1 AND d.dataset_id = $2 AND ${IS_OF_OLDER_READER} AND NOT d.reprocessing AND ${HAS_BYTES}
           LIMIT ${OLDER_READER_MAX + 1}
         ) found`,
        [organizationId, datasetId],
      );
      const count = older?.count ?? 0;
      return {
        outdated: drift.outdated,
        reprocessing: drift.reprocessing,
        ...(drift.reprocessing > 0 && {
          reprocessing_total: Math.max(drift.reprocessing, drift.reprocessing_total),
        }),
        older_reader: Math.min(count, OLDER_READER_MAX),
        ...(count > OLDER_READER_MAX && { older_reader_is_more: true }),
      } satisfies SettingsDrift;
    },

    /** Hides documents as one act of a person, and returns how many there were. */
    hide: async (datasetId: string, ids: readonly string[], removal: string) => {
      const seen = isFenced(datasetId) ? await seenDocuments(tx, organizationId, ids) : ids;
      const [hidden] = await tx.query<{ count: number }>(
        'SELECT remove_documents($1, $2::uuid[], $3) AS count WHERE is_reachable($1)',
        [datasetId, seen, removal],
      );
      return hidden?.count ?? 0;
    },

    path: async (datasetId: string, id: string) => {
      const [document] = await tx.query<{ path: string }>(
        'SELECT path FROM documents WHERE organization_id = $1 AND dataset_id = $2 AND id = $3',
        [organizationId, datasetId, id],
      );
      return document?.path;
    },

    /** Shows what one act hid, some documents at a time, and returns these. */
    restore: (datasetId: string, removal: string, limit: number) =>
      tx.query<{ id: string; status: DocumentStatus }>(
        'SELECT id, status FROM restore_documents($1, $2, $3) WHERE is_reachable($1)',
        [datasetId, removal, limit],
      ),

    /** The ids of documents that failed, in any stage, for any reason or for one. */
    failed: async (datasetId: string, reason: string | undefined) => {
      const rows = await tx.query<{ id: string }>(
        `SELECT id FROM documents d
         WHERE organization_id = $1 AND dataset_id = $2 AND ${HAS_FAILED}
           AND ($3::text IS NULL OR ${failedFor('$3')})`,
        [organizationId, datasetId, reason ?? null],
      );
      return rows.map(({ id }) => id);
    },

    /** The failed documents by reason, the most frequent first. */
    failureReasons: async (datasetId: string, isOcrOn: boolean): Promise<FailureReasons> => {
      const groups = await tx.query<FailureReason>(
        `SELECT min(reason) AS reason, count(*) AS documents, coalesce(bool_or(retryable), true) AS retryable
         FROM (
           SELECT ${FAILURE_REASON} AS reason, ${retryable({ isOcrOn })} AS retryable FROM documents d
           WHERE organization_id = $1 AND dataset_id = $2 AND ${HAS_FAILED}
         ) failed
         GROUP BY ${reasonGroupOf('reason')} ORDER BY 2 DESC, 1`,
        [organizationId, datasetId],
      );
      const rest = groups.slice(FAILURE_REASONS_MAX);
      return {
        reasons: groups.slice(0, FAILURE_REASONS_MAX),
        more: rest.reduce((sum, { documents }) => sum + documents, 0),
      };
    },
  };
}

type Filter = Pick<DocumentQuery, 'status' | 'reason' | 'search' | 'words'>;

function conditions(
  organizationId: string,
  datasetId: string,
  { status, reason, search, words = [] }: Filter,
): { sql: string; parameters: unknown[] } {
  const parameters: unknown[] = [organizationId, datasetId];
  let sql = 'd.organization_id = $1 AND d.dataset_id = $2';
  if (status !== undefined) sql += ` AND d.status = $${parameters.push(status)}`;
  if (reason !== undefined) sql += ` AND ${failedFor(`$${parameters.push(reason)}`)}`;
  for (const word of words) {
    const { operator, pattern } = hasInAnyCase(word);
    const place = `$${parameters.push(pattern)}`;
    sql += ` AND (d.path ${operator} ${place} OR d.error ${operator} ${place})`;
  }
  if (search !== undefined) {
    const { operator, pattern } = hasInAnyCase(search);
    sql += ` AND d.path ${operator} $${parameters.push(pattern)}`;
  }
  return { sql, parameters };
}
