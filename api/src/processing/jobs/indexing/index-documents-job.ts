import { randomUUID } from 'node:crypto';

import { SEARCHABLE_STATUSES, type SearchLanguage } from '@carrel/shared/contract';
import * as v from 'valibot';

import type { Database } from '../../../platform/database/database.ts';
import { withContentWriter, writeContents } from '../../../platform/database/write-contents.ts';
import { defineJob, type Slice } from '../../../jobs/job.ts';
import type { Queue } from '../../../platform/queue.ts';
import { listLegacyIndexes } from '../../../search-index/segment-repository.ts';
import type { ChunkChangeMarks } from '../../../extraction/chunking/chunk-change.ts';
import type { IndexChunksInput } from '../../../extraction/tasks/index-chunks.ts';
import type { PipelineContext, PipelineJobContext } from '../../context/pipeline-context.ts';
import { heldDocuments, updateUncounted } from '../../rows/document-writes/write-documents.ts';
import { partRows } from '../../rows/transitions/content-rows.ts';

/** Documents that are indexed together, and how long a worker may take over one. */
const DOCUMENTS_AT_ONCE = 20;
const TIMEOUT_MILLISECONDS = 120_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type Indexing = Pick<PipelineContext, 'database' | 'workers' | 'compactions' | 'isStopping'>;

/**
 * Indexes documents from their stored chunks: those that were processed before there was an index, or all
 * of a dataset whose language has changed, or whose index is of an earlier version.
 */
export const indexDocumentsJob = defineJob({
  name: 'index-documents',
  payload: v.object({
    organizationId: v.pipe(v.string(), v.uuid()),
    /** All documents of this dataset; without it, those without an index. */
    datasetId: v.optional(v.string()),
    /** The last document that was indexed. */
    after: v.optional(v.string()),
  }),
  handle: async ({ pipeline }: PipelineJobContext, work, slice) => {
    const after = await indexDocuments(pipeline, work, slice);
    return after === undefined ? undefined : { repeatAfterSeconds: 0, payload: { ...work, after } };
  },
});

/**
 * Sends a job for each organization that has documents without an index, and for each dataset with an index of an
 * earlier version. That index is searched until the new one is complete.
 */
export async function resumeIndexing(database: Database, queue: Queue): Promise<void> {
  const waiting = await database.query<{ organizationId: string }>(
    `SELECT DISTINCT organization_id AS "organizationId" FROM documents
     WHERE chunk_attempt IS NULL AND status IN ('chunked', 'embedded', 'embedding_error')`,
  );
  for (const payload of waiting) await indexDocumentsJob.send(queue, payload);
  for (const payload of await listLegacyIndexes(database))
    await indexDocumentsJob.send(queue, payload);
}

interface Work {
  organizationId: string;
  datasetId?: string | undefined;
  after?: string | undefined;
}

interface Unindexed {
  id: string;
  datasetId: string;
  path: string;
  status: string;
  chunkAttempt: string | null;
  language: SearchLanguage | null;
}

/** Returns the last document that was indexed in the slice; undefined after the last of all. */
async function indexDocuments(
  indexing: Indexing,
  { organizationId, datasetId, after = FIRST_ID }: Work,
  slice: Slice,
): Promise<string | undefined> {
  const { database } = indexing;
  for (;;) {
    const documents = await database.queryOnce<Unindexed>(
      `SELECT d.id, d.dataset_id AS "datasetId", d.path, d.status, d.chunk_attempt AS "chunkAttempt", s.language
       FROM documents d JOIN datasets s ON s.organization_id = d.organization_id AND s.id = d.dataset_id
       WHERE d.organization_id = $1 AND d.id > $2 AND d.status = ANY ($3::text[])
         AND CASE WHEN $4::uuid IS NULL THEN d.chunk_attempt IS NULL ELSE d.dataset_id = $4 END
       ORDER BY d.id LIMIT $5`,
      [organizationId, after, SEARCHABLE_STATUSES, datasetId ?? null, DOCUMENTS_AT_ONCE],
      organizationId,
    );
    for (const document of documents) await indexDocument(indexing, organizationId, document);
    const last = documents.at(-1);
    if (last === undefined) {
      if (datasetId !== undefined) indexing.compactions.schedule(organizationId, datasetId);
      return undefined;
    }
    after = last.id;
    if (slice.isOver() || indexing.isStopping()) return after;
  }
}

async function indexDocument(
  { database, workers, compactions }: Indexing,
  organizationId: string,
  { id, datasetId, path, chunkAttempt, language }: Unindexed,
): Promise<void> {
  const chunks = await database.queryOnce<ChunkRow>(
    `SELECT text, rendered, headings, change FROM chunks WHERE organization_id = $1 AND document_id = $2 ORDER BY number`,
    [organizationId, id],
    organizationId,
  );
  const part = await workers.run(
    'indexChunks',
    { chunks: chunks.map(withoutNull), path, language: language ?? undefined },
    { timeoutMilliseconds: TIMEOUT_MILLISECONDS, owner: { id: organizationId } },
  );
  // Nothing where the document was changed meanwhile: its processing indexes it.
  const newAttempt = randomUUID();
  await withContentWriter(database, organizationId, (writer) =>
    writeContents(writer, {
      subqueries: `${heldDocuments('ARRAY[$2::uuid]')}, moved AS (
        ${updateUncounted('chunk_attempt = $4')} FROM held
        WHERE d.organization_id = $1 AND d.id = held.id AND d.status = ANY ($3::text[])
          AND d.chunk_attempt IS NOT DISTINCT FROM $5
        RETURNING d.id, d.dataset_id
      )`,
      select: 'SELECT id, dataset_id, NULL::bigint AS version FROM moved',
      parameters: [organizationId, id, SEARCHABLE_STATUSES, newAttempt, chunkAttempt],
      contents: [partRows([{ documentId: id, attempt: newAttempt, part }])],
    }),
  );
  compactions.schedule(organizationId, datasetId);
}

interface ChunkRow {
  text: string;
  rendered: string | null;
  headings: string[] | null;
  change: ChunkChangeMarks | null;
}

const withoutNull = ({
  text,
  rendered,
  headings,
  change,
}: ChunkRow): IndexChunksInput['chunks'][number] => ({
  text,
  ...(rendered === null ? {} : { rendered }),
  ...(headings === null ? {} : { headings }),
  ...(change === null ? {} : { change }),
});
