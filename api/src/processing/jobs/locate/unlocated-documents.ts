import type { Database } from '../../../platform/database/database.ts';
import {
  withContentWriter,
  writeContents,
  type ContentRows,
} from '../../../platform/database/write-contents.ts';
import type { LocatedChunk } from '../../../extraction/chunking/locate-chunks.ts';
import { datasetChunking } from '../../../extraction/chunking/dataset-chunking.ts';
import type { ChunkSettings } from '../../../extraction/chunking/chunk-text.ts';
import {
  POSITION_COLUMNS,
  POSITION_VALUES,
  positionArrays,
  positionParameters,
} from '../../rows/transitions/position-columns.ts';
import type { EntryLocation } from '../../../extraction/zip/read-entry.ts';
import { BYTES_KEY } from '../../rows/bytes-key.ts';

/** A document with chunks that lack their position. */
export interface UnlocatedDocument {
  organizationId: string;
  id: string;
  /** The token of the worker that made the chunks. */
  attempt: string | null;
  name: string;
  /** The stored file that has its bytes, and their place in it; undefined where they were purged. */
  bytes: { key: string; location: EntryLocation } | undefined;
  settings: ChunkSettings;
}

interface Row {
  id: string;
  attempt: string | null;
  name: string;
  key: string | null;
  size: number;
  data_offset: number | null;
  compressed_size: number;
  method: number;
  crc32: number;
  metadata_parameters: Record<string, unknown> | null;
  has_dataset: boolean;
}

/** The next documents of an organization: the last one's id, and those that have something to locate. */
interface Page {
  last: string;
  documents: UnlocatedDocument[];
}

/** Returns the documents after the last that was looked at; undefined at the end. */
export async function nextDocuments(
  database: Database,
  organizationId: string,
  count: number,
): Promise<Page | undefined> {
  const { rows, lacking } = await database.read(organizationId, async (tx) => {
    const found = await tx.query<Row>(
      `SELECT d.id, d.attempt, d.name, d.size, d.data_offset, d.compressed_size, d.method, d.crc32,
         s.metadata_parameters, ${BYTES_KEY} AS key, s.id IS NOT NULL AS has_dataset
       FROM (
         SELECT d.* FROM documents d JOIN chunk_locating l USING (organization_id)
         WHERE d.organization_id = $1 AND d.id > l.after ORDER BY d.id LIMIT $2
       ) d
       LEFT JOIN datasets s ON s.organization_id = $1 AND s.id = d.dataset_id
       ORDER BY d.id`,
      [organizationId, count],
    );
    const without = await tx.query<{ id: string }>(
      `SELECT DISTINCT document_id AS id FROM chunks
       WHERE organization_id = $1 AND document_id = ANY ($2::uuid[]) AND start_offset IS NULL`,
      [organizationId, found.map(({ id }) => id)],
    );
    return { rows: found, lacking: new Set(without.map(({ id }) => id)) };
  });
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const documents = rows.filter((row) => row.has_dataset && lacking.has(row.id));
  return { last: last.id, documents: documents.map((row) => documentOf(organizationId, row)) };
}

function documentOf(organizationId: string, row: Row): UnlocatedDocument {
  const { id, attempt, name, key, data_offset: dataOffset, size, method, crc32 } = row;
  const location = { size, method, crc32, compressedSize: row.compressed_size };
  return {
    organizationId,
    id,
    attempt,
    name,
    bytes:
      key === null || dataOffset === null
        ? undefined
        : { key, location: { ...location, dataOffset } },
    settings: datasetChunking(null, row.metadata_parameters).settings,
  };
}

/** Remembers that documents up to this one were looked at. */
export async function rememberLast(
  database: Database,
  organizationId: string,
  id: string,
): Promise<void> {
  await database.queryOnce(
    'UPDATE chunk_locating SET after = greatest(after, $2::uuid) WHERE organization_id = $1',
    [organizationId, id],
    organizationId,
  );
}

/** Remembers that all documents of an organization were looked at. */
export async function rememberEnd(database: Database, organizationId: string): Promise<void> {
  await database.queryOnce(
    'DELETE FROM chunk_locating WHERE organization_id = $1',
    [organizationId],
    organizationId,
  );
}

/** Chunks written by one statement: requests wait for it. */
const ROWS_AT_ONCE = 250;

/** Writes nothing where the document was processed again meanwhile. */
export async function writePositions(
  database: Database,
  { organizationId, id, attempt }: UnlocatedDocument,
  chunks: readonly LocatedChunk[],
): Promise<void> {
  for (let at = 0; at < chunks.length; at += ROWS_AT_ONCE) {
    const piece = chunks.slice(at, at + ROWS_AT_ONCE);
    await withContentWriter(database, organizationId, (writer) =>
      writeContents(writer, {
        subqueries: `ours AS (
          SELECT id, dataset_id FROM documents
          WHERE organization_id = $1 AND id = $2 AND attempt IS NOT DISTINCT FROM $3::uuid
        )`,
        select: 'SELECT id, dataset_id, NULL::bigint AS version FROM ours',
        parameters: [organizationId, id, attempt],
        contents: [positionRows(piece)],
      }),
    );
  }
}

const positionRows = (chunks: readonly LocatedChunk[]): ContentRows => ({
  isEmpty: chunks.length === 0,
  // Citus refuses the cast to text[] where it is part of the UPDATE: OFFSET keeps it in the subquery.
  write: (
    documents,
    at,
  ) => `UPDATE chunks c SET start_offset = p.start_offset, end_offset = p.end_offset,
      page_first = p.page_first, page_last = p.page_last, headings = p.headings
    FROM ${documents} d, (
      SELECT number, ${POSITION_VALUES}
      FROM unnest($${at}::integer[], ${positionArrays(at + 1)}) AS p (number, ${POSITION_COLUMNS}) OFFSET 0
    ) p
    WHERE c.organization_id = $1 AND c.document_id = d.id AND c.number = p.number AND c.start_offset IS NULL`,
  parameters: [chunks.map(({ number }) => number), ...positionParameters(chunks)],
});
