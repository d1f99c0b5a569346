import { StatementRefused } from '../../database/database-error.ts';
import type { Chunk } from '../chunking/chunk-document.ts';
import type { ClaimedDocument } from './claimed-document.ts';
import { EmbeddingError } from '../embedding/embedding-service.ts';
import type { DocumentProcessing } from './process-document.ts';
import type { Transition } from './transition.ts';
import type { SmallDocumentOutcome } from '../workers/tasks.ts';
import { PoolClosed, WorkerFailure } from '../workers/worker-failure.ts';

/** What goes to a worker at once: enough to make the way there and back cheap, and soon done again. */
const BATCH = { documents: 25, bytes: 256 * 1024 } as const;

type Processing = Omit<DocumentProcessing, 'database'>;

interface Batch {
  key: string;
  documents: ClaimedDocument[];
}

/**
 * Parts documents into those that go through all stages together, many in one task and one
 * transaction, and those that go alone: large ones, which should not be read again after a crash, and
 * those that are on their way already.
 */
export function batchesOf(documents: readonly ClaimedDocument[]): {
  batches: Batch[];
  alone: ClaimedDocument[];
} {
  const batches: Batch[] = [];
  const alone: ClaimedDocument[] = [];
  let room = 0;
  for (const document of documents) {
    const { status, bytesKey: key, location } = document;
    if (status !== 'ingested' || key === undefined || location.size > BATCH.bytes) {
      alone.push(document);
      continue;
    }
    let batch = batches.at(-1);
    if (batch?.key !== key || batch.documents.length === BATCH.documents || location.size > room) {
      batch = { key, documents: [] };
      batches.push(batch);
      room = BATCH.bytes;
    }
    batch.documents.push(document);
    room -= location.size;
  }
  return { batches, alone };
}

/** Takes the documents of a batch to their ends; gives those that have to go alone. */
export async function processBatch(
  processing: Processing,
  batch: Batch,
): Promise<ClaimedDocument[]> {
  if (processing.isStopping()) throw new PoolClosed('The server is stopping');
  const outcomes = await read(processing, batch);
  if (outcomes === undefined) return batch.documents;
  const places = await Promise.all(
    batch.documents.map((document, index) => write(processing, document, outcomes[index])),
  );
  const left = places.filter((document) => document !== undefined);
  const chunked = left.filter(({ status }) => status === 'chunked');
  const alone = left.filter(({ status }) => status !== 'chunked');
  const chunksOf = new Map(
    batch.documents.map(({ id }, index) => {
      const outcome = outcomes[index];
      return [id, outcome !== undefined && 'chunks' in outcome ? outcome.chunks : []];
    }),
  );
  return [...alone, ...(await embedTogether(processing, chunked, chunksOf))];
}

/** Undefined where the worker ended over one of them. */
async function read(
  { workers, storage, log, embedsLocally, stageTimeoutMilliseconds }: Processing,
  { key, documents }: Batch,
): Promise<SmallDocumentOutcome[] | undefined> {
  try {
    return await workers.run(
      'readDocuments',
      {
        storage: storage.location,
        key,
        documents: documents.map(({ location, name, path, chunking }) => ({
          location,
          name,
          path,
          chunking,
        })),
        vectorize: embedsLocally,
      },
      { timeoutMilliseconds: stageTimeoutMilliseconds },
    );
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error;
    log.warn('a worker failed', { documents: documents.length, reason: error.message });
    return undefined;
  }
}

/** Gives the document, and where it stands now, where it has not come to its end. */
async function write(
  { writer }: Processing,
  document: ClaimedDocument,
  outcome: SmallDocumentOutcome | undefined,
): Promise<ClaimedDocument | undefined> {
  if (outcome === undefined || outcome.end === 'unknown') return document;
  const { end: to, ...made } = outcome;
  try {
    const isOurs = await writer.write({ ...placeOf(document), to, ...made });
    return isOurs && to === 'chunked' ? { ...document, status: to } : undefined;
  } catch (error) {
    // Alone, it ends in the error of the stage whose text the database does not take.
    if (error instanceof StatementRefused) return document;
    throw error;
  }
}

/** Asks the service for the vectors of several documents; gives those that have to be asked for alone. */
async function embedTogether(
  { embed, writer }: Processing,
  documents: readonly ClaimedDocument[],
  chunksOf: ReadonlyMap<string, readonly Chunk[]>,
): Promise<ClaimedDocument[]> {
  if (documents.length < 2) return [...documents];
  const counts = documents.map(({ id }) => chunksOf.get(id)?.length ?? 0);
  const texts = documents.flatMap(({ id }) => (chunksOf.get(id) ?? []).map(textOf));
  let vectors: Uint8Array[];
  try {
    vectors = await embed(texts);
  } catch (error) {
    // It may be the text of one of them that the service does not take.
    if (error instanceof EmbeddingError) return [...documents];
    throw error;
  }
  let at = 0;
  await Promise.all(
    documents.map((document, index) => {
      const own = vectors.slice(at, (at += counts[index] ?? 0));
      return writer.write({ ...placeOf(document), to: 'embedded', vectors: own });
    }),
  );
  return [];
}

const textOf = ({ text, rendered }: Chunk): string => rendered ?? text;

function placeOf({
  organizationId,
  id: documentId,
  attempt,
  status: from,
}: ClaimedDocument): Pick<Transition, 'organizationId' | 'documentId' | 'attempt' | 'from'> {
  return { organizationId, documentId, attempt, from };
}
