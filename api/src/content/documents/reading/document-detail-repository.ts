import {
  documentKind,
  SEARCHABLE_STATUSES,
  type DocumentDetail,
  type DocumentMetadataParts,
  type DocumentOcr,
  type HistoryEntry,
  type Omission,
  type OriginalState,
} from '@carrel/shared/contract';

import { retryable } from '../retryable.ts';
import type { Reader } from '../../../platform/database/reader.ts';
import { IS_OF_OLDER_READER, IS_OUTDATED } from '../selected-documents.ts';
import {
  chunkChangesOf,
  shownChunk,
  type ChunkRow,
  type StoredChunkChange,
} from '../changed/shown-chunk.ts';
import { BYTES_KEY } from '../../../processing/rows/bytes-key.ts';

interface DetailRow {
  id: string;
  name: string;
  path: string;
  folder: string;
  sort_name: string;
  size: number;
  status: string;
  error: string | null;
  attempts: number;
  retryable: boolean;
  created_at: Date;
  updated_at: Date;
  sha256: string | null;
  original: OriginalState;
  dataset_name: string;
  archive: { id: string; name: string; created_at: string } | null;
  source: NonNullable<DocumentDetail['source']> | null;
  has_chunks: boolean;
  chunk_version: string | null;
  outdated: boolean;
  reprocessing: boolean;
  ocr: DocumentOcr | null;
  omitted: Omission[] | null;
  older_reader: boolean;
  history: HistoryEntry[];
  version: number;
  metadata: DocumentMetadataParts | null;
  chunk_changes: DocumentDetail['chunk_changes'];
}

interface Neighbour {
  id: string;
  name: string;
}

/** Chunks of a document that is being split are not complete yet. */
const HAS_CHUNKS = `(d.chunk_attempt IS NOT NULL OR d.status = ANY (ARRAY[${SEARCHABLE_STATUSES.map((status) => `'${status}'`).join(', ')}]))`;

const detailSql = (
  isOcrOn: boolean,
) => `SELECT d.id, d.name, d.path, d.folder, d.sort_name, d.size, d.status, d.error, d.attempts,
  ${retryable({ isOcrOn })} AS retryable,
    d.created_at, d.updated_at, encode(d.sha256, 'hex') AS sha256, d.version, d.history,
    CASE WHEN d.data_offset IS NULL THEN 'unreadable'
      WHEN d.size = 0 OR ${BYTES_KEY} IS NOT NULL THEN 'stored' ELSE 'gone' END AS original,
    s.name AS dataset_name,
    (SELECT json_build_object('id', a.id, 'name', a.name, 'created_at', a.created_at) FROM archives a
     WHERE a.organization_id = $1 AND a.id = d.archive_id AND a.removed_at IS NULL) AS archive,
    (SELECT json_strip_nulls(json_build_object('id', o.id, 'name', o.name, 'kind', o.kind, 'url', d.source_url)) FROM sources o
     WHERE o.organization_id = $1 AND o.id = d.source_id) AS source,
    ${HAS_CHUNKS} AS has_chunks, d.chunk_attempt AS chunk_version,
    ${IS_OUTDATED} AS outdated, d.reprocessing, d.ocr, d.omitted, ${IS_OF_OLDER_READER} AS older_reader,
    CASE WHEN d.read_metadata IS NOT NULL OR d.edited_metadata IS NOT NULL THEN json_build_object(
      'read', coalesce(d.read_metadata, '{}'), 'edited', coalesce(d.edited_metadata, '{}')) END AS metadata,
    (SELECT json_build_object('changed', count(*), 'lost', count(x.lost_at)) FROM chunk_changes x
     WHERE x.organization_id = $1 AND x.document_id = d.id HAVING count(*) > 0) AS chunk_changes
  FROM documents d JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
  WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = $3`;

/** Selects the document before or after one in its folder. */
const nextTo = (direction: 'before' | 'after'): string => {
  const [sign, order] = direction === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  return `(SELECT '${direction}' AS direction, id, name FROM documents
    WHERE organization_id = $1 AND dataset_id = $2 AND folder = $3 AND (sort_name, name) ${sign} ($4, $5)
    ORDER BY sort_name ${order}, name ${order} LIMIT 1)`;
};

const NEIGHBOURS = `${nextTo('before')} UNION ALL ${nextTo('after')}`;

/** Reads one document of an organization. The statements are prepared: a cluster plans others at every call. */
export function documentDetailOf(
  database: Pick<Reader, 'queryOnce'>,
  organizationId: string,
  datasetId: string,
) {
  const query = <Row>(sql: string, ...parameters: unknown[]) =>
    database.queryOnce<Row>(sql, [organizationId, ...parameters], organizationId);

  /** The documents before and after it in its folder. */
  const neighbours = async ({ folder, sort_name, name }: DetailRow) => {
    const found = await query<Neighbour & { direction: string }>(
      NEIGHBOURS,
      datasetId,
      folder,
      sort_name,
      name,
    );
    const one = (of: string): Neighbour | null => {
      const row = found.find(({ direction }) => direction === of);
      return row === undefined ? null : { id: row.id, name: row.name };
    };
    return { previous: one('before'), next: one('after') };
  };

  const countChunks = async (documentId: string): Promise<number> => {
    const [row] = await query<{ count: number }>(
      'SELECT count(*) FROM chunks WHERE organization_id = $1 AND document_id = $2',
      documentId,
    );
    return row?.count ?? 0;
  };

  return {
    /** Everything a document's page shows besides its text; undefined for another dataset's. */
    detail: async (documentId: string, { isOcrOn }: { isOcrOn: boolean }) => {
      const [row] = await query<DetailRow>(detailSql(isOcrOn), datasetId, documentId);
      if (row === undefined) return undefined;
      const {
        folder: _folder,
        sort_name: _sortName,
        dataset_name,
        has_chunks,
        source,
        chunk_changes,
        ...document
      } = row;
      const [chunkCount, beside] = await Promise.all([
        has_chunks ? countChunks(documentId) : 0,
        neighbours(row),
      ]);
      return {
        ...document,
        ...(source !== null && { source }),
        kind: documentKind(row.name),
        dataset: { id: datasetId, name: dataset_name },
        settings: row.history.findLast(({ settings }) => Boolean(settings))?.settings ?? null,
        chunk_count: chunkCount,
        ...(chunk_changes && { chunk_changes }),
        ...beside,
      } satisfies Record<Exclude<keyof DocumentDetail, 'chunk_changes' | 'source'>, unknown>;
    },

    /** Chunks by number; undefined where the dataset has no such document. */
    chunks: async (
      documentId: string,
      { from, limit, etags }: { from: number; limit: number; etags: boolean },
    ) => {
      const [document] = await query<{ version: string | null; has_chunks: boolean }>(
        `SELECT chunk_attempt AS version, ${HAS_CHUNKS} AS has_chunks
         FROM documents d WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = $3`,
        datasetId,
        documentId,
      );
      if (document === undefined) return undefined;
      const { version } = document;
      if (!document.has_chunks) return { version, total: 0, chunks: [] };
      // One more tells whether these are all: most documents have a page of chunks at most.
      const rows = await query<ChunkRow>(
        `SELECT number, text, rendered, page_first, page_last, coalesce(headings, '{}') AS headings, confidence,
           start_offset AS start, end_offset AS "end", change
         FROM chunks WHERE organization_id = $1 AND document_id = $2 AND number >= $3
         ORDER BY number LIMIT $4`,
        documentId,
        from,
        limit + 1,
      );
      const isAll = from === 0 && rows.length <= limit;
      const page = rows.slice(0, limit);
      const changes = page.some(({ change }) => change !== null)
        ? await chunkChangesOf(query, documentId)
        : new Map<string, StoredChunkChange>();
      return {
        version,
        total: isAll ? rows.length : await countChunks(documentId),
        chunks: page.map((row) => shownChunk(row, changes, etags)),
      };
    },
  };
}
