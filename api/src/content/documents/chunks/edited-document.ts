import {
  SEARCHABLE_STATUSES,
  type DocumentMetadata,
  type DocumentStatus,
  type SearchLanguage,
} from '@carrel/shared/contract';

import type { ChunkChangeMarks, PassageChange } from '../../../extraction/chunking/chunk-change.ts';
import {
  datasetChunking,
  type DatasetChunking,
} from '../../../extraction/chunking/dataset-chunking.ts';
import {
  shownMetadata,
  type EditedMetadata,
} from '../../../extraction/metadata/edited-metadata.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { conflict, notFound } from '../../../platform/http/problems.ts';
import {
  POSITION_COLUMNS,
  positionOf,
  type PositionRow,
} from '../../../processing/rows/transitions/position-columns.ts';
import type { DocumentPlace } from '../reading/document-place.ts';
import type { EditedChunk, EditedChunks, StoredChange } from './chunk-edit.ts';

/** A document in which people change chunks. */
export interface EditedDocument extends EditedChunks {
  place: DocumentPlace;
  /** Changes with each set of chunks. */
  version: string;
  name: string;
  path: string;
  metadata: DocumentMetadata;
  language: SearchLanguage | undefined;
  chunking: DatasetChunking;
}

interface Row {
  status: DocumentStatus;
  version: string | null;
  name: string;
  path: string;
  read: DocumentMetadata | null;
  edited: EditedMetadata | null;
  language: SearchLanguage | null;
  template: string | null;
  parameters: Record<string, unknown> | null;
}

interface ChunkRow extends PositionRow {
  number: number;
  text: string;
  rendered: string | null;
  change: ChunkChangeMarks | null;
}

const SEARCHABLE: ReadonlySet<string> = new Set(SEARCHABLE_STATUSES);

/** @throws {Problem} 409 where the document has no chunks yet, or other ones soon. */
export function requireChunks(status: DocumentStatus, version: string | null): string {
  if (version !== null && SEARCHABLE.has(status)) return version;
  throw conflict('This document is being processed, or could not be. Try again when it is ready.');
}

/**
 * Reads all chunks of a document and their changes. `tx` is a tenant's transaction.
 * @throws {Problem} 404; 409 where the document has no chunks yet.
 */
export async function readEditedDocument(
  tx: Queryable,
  place: DocumentPlace,
): Promise<EditedDocument> {
  const { organizationId, datasetId, documentId } = place;
  const [row] = await tx.query<Row>(
    `SELECT d.status, d.chunk_attempt AS version, d.name, d.path, d.read_metadata AS read, d.edited_metadata AS edited,
       s.language, s.chunk_template AS template, s.metadata_parameters AS parameters
     FROM documents d JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
     WHERE d.organization_id = $1 AND d.dataset_id = $2 AND d.id = $3`,
    [organizationId, datasetId, documentId],
  );
  if (row === undefined) throw notFound('document');
  const version = requireChunks(row.status, row.version);
  const chunks = await tx.query<ChunkRow>(
    `SELECT number, text, rendered, change, ${POSITION_COLUMNS} FROM chunks
     WHERE organization_id = $1 AND document_id = $2 ORDER BY number`,
    [organizationId, documentId],
  );
  const changes = await tx.query<
    PassageChange & Pick<StoredChange, 'replaced'> & { lost: boolean }
  >(
    `SELECT id, start_offset AS start, end_offset AS "end", passage, pieces, replaced, lost_at IS NOT NULL AS lost
     FROM chunk_changes WHERE organization_id = $1 AND document_id = $2`,
    [organizationId, documentId],
  );
  return {
    place,
    version,
    name: row.name,
    path: row.path,
    metadata: shownMetadata(row.read ?? undefined, row.edited ?? undefined),
    language: row.language ?? undefined,
    chunking: datasetChunking(row.template, row.parameters),
    chunks: chunks.map(chunkOf),
    changes: new Map(
      changes.map(({ lost, ...change }) => [change.id, { ...change, isLost: lost }]),
    ),
  };
}

function chunkOf({ number, text, rendered, change, ...position }: ChunkRow): EditedChunk {
  return {
    number,
    text,
    ...(rendered !== null && { rendered }),
    ...(change !== null && { change }),
    ...positionOf(position),
  };
}
