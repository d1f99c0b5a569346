import type { Database } from '../../database/database.ts';
import type { LocatedChunk } from '../chunking/locate-chunks.ts';
import { datasetChunking } from '../chunking/dataset-chunking.ts';
import type { ChunkSettings } from '../chunking/chunk-text.ts';
import {
  POSITION_COLUMNS,
  positionArrays,
  positionParameters,
} from '../transitions/position-columns.ts';
import type { EntryLocation } from '../zip/read-entry.ts';
import { BYTES_KEY } from '../originals/bytes-key.ts';

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
  lacks: boolean;
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
  const rows = await database.read(organizationId, (tx) =>
    tx.query<Row>(
      `SELECT d.id, d.attempt, d.name, d.size, d.data_offset, d.compressed_size, d.method, d.crc32,
         s.metadata_parameters, ${BYTES_KEY} AS key,
         s.id IS NOT NULL AND EXISTS (
           SELECT FROM chunks c
           WHERE c.organization_id = $1 AND c.document_id = d.id AND c.start_offset IS NULL
         ) AS lacks
       FROM (
         SELECT d.* FROM documents d JOIN chunk_locating l USING (organization_id)
         WHERE d.organization_id = $1 AND d.id > l.after ORDER BY d.id LIMIT $2
       ) d
       LEFT JOIN datasets s ON s.organization_id = $1 AND s.id = d.dataset_id
       ORDER BY d.id`,
      [organizationId, count],
    ),
  );
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const lacking = rows.filter(({ lacks }) => lacks);
  return { last: last.id, documents: lacking.map((row) => documentOf(organizationId, row)) };
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
const WRITE_SQL = `UPDATE chunks c SET start_offset = p.start_offset, end_offset = p.end_offset,
    page_first = p.page_first, page_last = p.page_last, headings = p.headings::text[]
  FROM unnest($4::integer[], ${positionArrays(5)}) AS p (number, ${POSITION_COLUMNS})
  WHERE c.organization_id = $1 AND c.document_id = $2 AND c.number = p.number
    AND c.start_offset IS NULL AND EXISTS (
      SELECT FROM documents d
      WHERE d.organization_id = $1 AND d.id = $2 AND d.attempt IS NOT DISTINCT FROM $3::uuid
    )`;

export async function writePositions(
  database: Database,
  { organizationId, id, attempt }: UnlocatedDocument,
  chunks: readonly LocatedChunk[],
): Promise<void> {
  for (let at = 0; at < chunks.length; at += ROWS_AT_ONCE) {
    const piece = chunks.slice(at, at + ROWS_AT_ONCE);
    await database.queryOnce(
      WRITE_SQL,
      [
        organizationId,
        id,
        attempt,
        piece.map(({ number }) => number),
        ...positionParameters(piece),
      ],
      organizationId,
    );
  }
}
