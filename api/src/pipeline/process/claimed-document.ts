import { type SearchLanguage, IN_WORK_STATUSES } from '@carrel/shared/contract';

import type { Database } from '../../database/database.ts';
import type { Chunk } from '../chunking/chunk-document.ts';
import { datasetChunking, type DatasetChunking } from '../chunking/dataset-chunking.ts';
import { heldDocuments } from '../lock-documents.ts';
import type { Block } from '../partition/block.ts';
import type { EntryLocation } from '../zip/read-entry.ts';

/** A document that this worker may process, until another claims it. */
export interface ClaimedDocument {
  id: string;
  organizationId: string;
  attempt: string;
  status: (typeof IN_WORK_STATUSES)[number];
  datasetId: string;
  path: string;
  name: string;
  /** The language of its dataset; undefined to detect it. */
  language: SearchLanguage | undefined;
  archiveId: string | undefined;
  /** The stored file that has its bytes; undefined where they were purged. */
  bytesKey: string | undefined;
  location: EntryLocation;
  chunking: DatasetChunking;
}

interface Row {
  id: string;
  attempt: string;
  status: ClaimedDocument['status'];
  dataset_id: string;
  path: string;
  name: string;
  language: SearchLanguage | null;
  archive_id: string | null;
  bytes_key: string | null;
  size: number;
  data_offset: number;
  compressed_size: number;
  method: number;
  crc32: number;
  chunk_template: string | null;
  metadata_parameters: Record<string, unknown> | null;
}

/** Claims those of the documents whose processing has not ended, under new tokens. */
export async function claimDocuments(
  database: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<ClaimedDocument[]> {
  const rows = await database.queryOnce<Row>(
    `WITH ${heldDocuments('$2')}
     UPDATE documents d SET attempt = gen_random_uuid(), attempts = d.attempts + 1
     FROM held, datasets s
     WHERE d.organization_id = $1 AND d.id = held.id AND d.status = ANY ($3::text[])
       AND s.organization_id = d.organization_id AND s.id = d.dataset_id
     RETURNING d.id, d.attempt, d.status, d.dataset_id, d.path, d.name, d.archive_id, d.bytes_key, d.size, d.data_offset,
       d.compressed_size, d.method, d.crc32, s.chunk_template, s.metadata_parameters, s.language`,
    [organizationId, ids, IN_WORK_STATUSES],
    organizationId,
  );
  return rows.map((row) => claimedOf(organizationId, row));
}

function claimedOf(organizationId: string, row: Row): ClaimedDocument {
  return {
    id: row.id,
    organizationId,
    attempt: row.attempt,
    status: row.status,
    datasetId: row.dataset_id,
    path: row.path,
    name: row.name,
    language: row.language ?? undefined,
    archiveId: row.archive_id ?? undefined,
    bytesKey: row.bytes_key ?? row.archive_id ?? undefined,
    location: {
      dataOffset: row.data_offset,
      compressedSize: row.compressed_size,
      size: row.size,
      method: row.method,
      crc32: row.crc32,
    },
    chunking: datasetChunking(row.chunk_template, row.metadata_parameters),
  };
}

/** Returns the output of partitioning by an earlier worker. */
export async function loadBlocks(
  database: Database,
  { organizationId, id }: ClaimedDocument,
): Promise<Block[]> {
  const [row] = await database.tenant(organizationId, (tx) =>
    tx.query<{ blocks: Block[] }>(
      'SELECT blocks FROM document_blocks WHERE organization_id = $1 AND document_id = $2',
      [organizationId, id],
    ),
  );
  return row?.blocks ?? [];
}

/** Returns the output of chunking by an earlier worker. */
export async function loadChunks(
  database: Database,
  { organizationId, id }: ClaimedDocument,
): Promise<Chunk[]> {
  const rows = await database.tenant(organizationId, (tx) =>
    tx.query<{ text: string; rendered: string | null }>(
      `SELECT text, rendered FROM chunks WHERE organization_id = $1 AND document_id = $2
       ORDER BY number`,
      [organizationId, id],
    ),
  );
  return rows.map(({ text, rendered }) => (rendered === null ? { text } : { text, rendered }));
}
