import type { DocumentMetadata } from '@carrel/shared/contract';

import type { ChunkMarks } from '../../../extraction/chunking/chunk-change.ts';
import type { EditedMetadata } from '../../../extraction/metadata/edited-metadata.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { textsToEmbed } from '../../rows/texts-to-embed.ts';

/** A run of the job over one dataset, for one model. */
export interface DatasetRun {
  organizationId: string;
  datasetId: string;
  modelId: string;
  run: string;
}

export interface OutdatedChunk {
  documentId: string;
  number: number;
  /** What is embedded of it. */
  text: string;
}

export interface EmbeddedDocumentRow {
  id: string;
  attempt: string | null;
  path: string;
  name: string;
  read: DocumentMetadata | null;
  edited: EditedMetadata | null;
}

interface ChunkRow {
  documentId: string;
  number: number;
  text: string;
  rendered: string | null;
  headings: string[] | null;
  change: ChunkMarks | null;
}

/** Documents in the order of their paths, and chunks of theirs that have no vectors of the model. */
export interface Outdated {
  state: 'outdated';
  after: string;
  documents: { id: string; attempt: string | null; path: string }[];
  chunks: OutdatedChunk[];
  /** Whether there are no other such chunks in these documents. */
  isWhole: boolean;
}

type Found =
  | { state: 'uncounted' }
  | Outdated
  /** Every document was visited. */
  | { state: 'embedded'; after: string }
  | { state: 'complete' };

/** Chunks that are embedded and written at once, and documents in which they are looked for. */
const BATCH = { chunks: 256, documents: 100 } as const;

/** Returns the next work of a run; undefined where another run has begun, or the dataset was deleted. */
export function readOutdated(database: Database, target: DatasetRun): Promise<Found | undefined> {
  const { organizationId, datasetId, modelId, run } = target;
  return database.read(organizationId, async (tx): Promise<Found | undefined> => {
    const [row] = await tx.query<{
      complete: boolean;
      active: boolean;
      after_path: string;
      total: number;
    }>(
      `SELECT m.complete, m.active, m.after_path, m.total FROM dataset_models m
       JOIN datasets d ON d.organization_id = m.organization_id AND d.id = m.dataset_id
       WHERE m.organization_id = $1 AND m.dataset_id = $2 AND m.model_id = $3 AND m.run = $4`,
      [organizationId, datasetId, modelId, run],
    );
    if (row === undefined) return undefined;
    const { after_path: after } = row;
    if (row.complete) return row.active ? { state: 'complete' } : { state: 'embedded', after };
    if (after === '' && row.total === 0) return { state: 'uncounted' };
    const documents = await tx.query<EmbeddedDocumentRow>(
      `SELECT id, attempt, path, name, read_metadata AS read, edited_metadata AS edited FROM documents
       WHERE organization_id = $1 AND dataset_id = $2 AND status = 'embedded' AND path > $3
       ORDER BY path LIMIT $4`,
      [organizationId, datasetId, after, BATCH.documents],
    );
    if (documents.length === 0) return { state: 'embedded', after };
    const chunks = await readChunks(tx, target, documents);
    return { state: 'outdated', after, documents, chunks, isWhole: chunks.length < BATCH.chunks };
  });
}

/** Returns chunks of documents that have no vectors of the model, so many that are embedded at once. */
export async function readChunks(
  tx: Queryable,
  { organizationId, modelId }: Pick<DatasetRun, 'organizationId' | 'modelId'>,
  documents: readonly EmbeddedDocumentRow[],
): Promise<OutdatedChunk[]> {
  const rows = await tx.query<ChunkRow>(
    `SELECT d.id AS "documentId", c.number, c.text, c.rendered, c.headings, c.change
     FROM unnest($2::uuid[]) WITH ORDINALITY AS d (id, place), LATERAL (
       SELECT c.number, c.text, c.rendered, c.headings, c.change FROM chunks c
       WHERE c.organization_id = $1 AND c.document_id = d.id AND NOT EXISTS (
         SELECT FROM chunk_vectors v WHERE v.organization_id = $1 AND v.document_id = d.id
           AND v.model_id = $3 AND v.number = c.number)
       ORDER BY c.number LIMIT $4
     ) c ORDER BY d.place, c.number LIMIT $4`,
    [organizationId, documents.map(({ id }) => id), modelId, BATCH.chunks],
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  return rows.flatMap(({ documentId, number, text, rendered, headings, change }) => {
    const chunk = {
      text,
      rendered: rendered ?? undefined,
      headings: headings ?? undefined,
      change: change ?? undefined,
    };
    const { name = '', read, edited } = byId.get(documentId) ?? {};
    const document = { name, editedMetadata: edited ?? undefined };
    return textsToEmbed(document, read ?? undefined, [chunk]).map((embedded) => ({
      documentId,
      number,
      text: embedded,
    }));
  });
}
