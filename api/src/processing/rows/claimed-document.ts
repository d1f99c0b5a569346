import {
  type DocumentMetadata,
  type DocumentStatus,
  type Omission,
  type SearchLanguage,
} from '@carrel/shared/contract';

import type { Database } from '../../platform/database/database.ts';
import type { ChunkChangeMarks, PassageChange } from '../../extraction/chunking/chunk-change.ts';
import type { Chunk } from '../../extraction/chunking/chunk-document.ts';
import {
  datasetChunking,
  type DatasetChunking,
} from '../../extraction/chunking/dataset-chunking.ts';
import { encodingOfDataset } from '../../extraction/kinds/encodings/dataset-encoding.ts';
import type { EncodingHint } from '../../extraction/kinds/encodings/guess-encoding.ts';
import type { EditedMetadata } from '../../extraction/metadata/edited-metadata.ts';
import { SIDECAR_SQL } from './find-sidecar.ts';
import { keptTextOf } from './kept-text.ts';
import { unpackText } from '../../extraction/blocks/packed-text.ts';
import type { Block } from '../../extraction/blocks/block.ts';
import type { TaskOwner } from '../../platform/sharing/fair-queue.ts';
import type { SidecarInput } from '../../extraction/tasks/tasks.ts';
import type { EntryLocation } from '../../extraction/zip/read-entry.ts';
import { POSITION_COLUMNS, positionOf, type PositionRow } from './transitions/position-columns.ts';

/** A document that this worker may process, until another claims it. */
export interface ClaimedDocument {
  id: string;
  organizationId: string;
  attempt: string;
  status: DocumentStatus;
  datasetId: string;
  path: string;
  name: string;
  /** The share of its organization in the workers' time. */
  share: number;
  /** How often its processing was begun, this time included. */
  attempts: number;
  /** The language of its dataset; undefined to detect it. */
  language: SearchLanguage | undefined;
  /** What its dataset says of the encoding of texts. */
  encoding?: EncodingHint | undefined;
  archiveId: string | undefined;
  /** Whether it is inside of another document. */
  isInside?: boolean;
  /** The stored file that has its bytes; undefined where they were purged. */
  bytesKey: string | undefined;
  location: EntryLocation;
  chunking: DatasetChunking;
  /** Of the settings in `chunking`, and of what the template shows of the edited metadata. */
  settingsHash: string;
  /** What an earlier stage read. */
  readMetadata?: DocumentMetadata | undefined;
  /** What that stage left out; undefined for nothing. */
  omitted?: readonly Omission[] | undefined;
  editedMetadata?: EditedMetadata | undefined;
  /** Where the file is that is beside the document and describes it. */
  sidecar?: SidecarInput | undefined;
  /** What its source says of it. */
  described?: DocumentMetadata | undefined;
  /** What people changed of its chunks. */
  changes?: readonly PassageChange[] | undefined;
}

/** Whose task the reading of a document is. */
export const ownerOf = ({ organizationId: id, share }: ClaimedDocument): TaskOwner => ({
  id,
  share,
});

/** Names of documents that say their encoding, or have none. */
const SAYS_ENCODING = String.raw`\.(pdf|do[ct][xm]?|pp[ts][xm]?|potx|xl[st][xm]?|od[tspg]|ot[tspg]|epub|rtf|zip|png|jpe?g|tiff?|webp|gif)$`;

/** The hash of the settings for a document `d` of a dataset `s`. */
export const SETTINGS_HASH = `document_settings_hash(s.settings_hash, s.uses_document_metadata, d.edited_metadata)
  || CASE WHEN s.legacy_encoding IS NULL OR d.name ~* '${SAYS_ENCODING}' THEN '' ELSE ' ' || s.legacy_encoding END`;

/** The share of an organization `$1`. */
export const SHARE =
  'coalesce((SELECT share FROM organization_quotas WHERE organization_id = $1), 1)';

/** What people changed of the chunks of a document `d`, whether lost or not. */
const CHANGES_SQL = `(SELECT json_agg(json_build_object('id', x.id, 'start', x.start_offset, 'end', x.end_offset,
    'passage', x.passage, 'pieces', x.pieces))
  FROM chunk_changes x WHERE x.organization_id = $1 AND x.document_id = d.id)`;

/** The columns of a claimed document `d` of a dataset `s`. */
export const CLAIMED_COLUMNS = `d.id, d.attempt, d.status, d.dataset_id, d.path, d.name, d.archive_id, d.container_id, d.bytes_key, d.size,
  d.data_offset, d.compressed_size, d.method, d.crc32, d.attempts, ${SHARE} AS share, s.chunk_template, s.metadata_parameters, s.language, s.legacy_encoding,
  d.read_metadata, d.source_metadata, d.edited_metadata, d.omitted, ${SETTINGS_HASH} AS settings_hash, ${SIDECAR_SQL} AS sidecar, ${CHANGES_SQL} AS changes`;

export interface ClaimedRow {
  id: string;
  attempt: string;
  status: ClaimedDocument['status'];
  dataset_id: string;
  path: string;
  name: string;
  language: SearchLanguage | null;
  legacy_encoding: string | null;
  archive_id: string | null;
  container_id: string | null;
  bytes_key: string | null;
  size: number;
  data_offset: number;
  compressed_size: number;
  method: number;
  crc32: number;
  chunk_template: string | null;
  metadata_parameters: Record<string, unknown> | null;
  settings_hash: string;
  attempts: number;
  share: number;
  read_metadata: DocumentMetadata | null;
  source_metadata: DocumentMetadata | null;
  omitted: Omission[] | null;
  edited_metadata: EditedMetadata | null;
  sidecar: SidecarInput | null;
  changes: PassageChange[] | null;
}

export function claimedOf(organizationId: string, row: ClaimedRow): ClaimedDocument {
  return {
    id: row.id,
    organizationId,
    attempt: row.attempt,
    status: row.status,
    datasetId: row.dataset_id,
    path: row.path,
    name: row.name,
    language: row.language ?? undefined,
    encoding: encodingOfDataset(row.language, row.legacy_encoding),
    archiveId: row.archive_id ?? undefined,
    isInside: row.container_id !== null,
    bytesKey: row.bytes_key ?? row.archive_id ?? undefined,
    location: {
      dataOffset: row.data_offset,
      compressedSize: row.compressed_size,
      size: row.size,
      method: row.method,
      crc32: row.crc32,
    },
    chunking: datasetChunking(row.chunk_template, row.metadata_parameters),
    settingsHash: row.settings_hash,
    readMetadata: row.read_metadata ?? undefined,
    omitted: row.omitted ?? undefined,
    editedMetadata: row.edited_metadata ?? undefined,
    described: row.source_metadata ?? undefined,
    sidecar: row.sidecar ?? undefined,
    changes: row.changes ?? undefined,
    attempts: row.attempts,
    share: row.share,
  };
}

/** Returns the output of partitioning by an earlier worker. */
export async function loadBlocks(
  database: Database,
  { organizationId, id }: Pick<ClaimedDocument, 'organizationId' | 'id'>,
): Promise<Block[]> {
  return database.tenant(organizationId, async (tx) => {
    const [stored] = await tx.query<{ blocks: Block[] }>(
      'SELECT blocks FROM document_blocks WHERE organization_id = $1 AND document_id = $2',
      [organizationId, id],
    );
    if (stored !== undefined) return stored.blocks;
    const packed = await keptTextOf(tx, organizationId, id);
    return packed === undefined ? [] : unpackText(packed);
  });
}

/** Returns the output of chunking by an earlier worker. */
export async function loadChunks(
  database: Database,
  { organizationId, id }: Pick<ClaimedDocument, 'organizationId' | 'id'>,
): Promise<Chunk[]> {
  const rows = await database.tenant(organizationId, (tx) =>
    tx.query<ChunkRow>(
      `SELECT text, rendered, change, ${POSITION_COLUMNS} FROM chunks
       WHERE organization_id = $1 AND document_id = $2 ORDER BY number`,
      [organizationId, id],
    ),
  );
  return rows.map(chunkOf);
}

interface ChunkRow extends PositionRow {
  text: string;
  rendered: string | null;
  change: ChunkChangeMarks | null;
}

function chunkOf({ text, rendered, change, ...row }: ChunkRow): Chunk {
  return {
    text,
    ...(rendered === null ? {} : { rendered }),
    ...(change === null ? {} : { change }),
    ...positionOf(row),
  };
}
