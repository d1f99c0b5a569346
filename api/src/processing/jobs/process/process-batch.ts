import { StatementRefused } from '../../../platform/database/database-error.ts';
import { fittedToModel } from '../../../extraction/chunking/dataset-chunking.ts';
import { EmbeddingError } from '../../../models/embedding/embedding-error.ts';
import { reasons } from '../../../extraction/blocks/unreadable-document.ts';
import type { PipelineContext } from '../../context/pipeline-context.ts';
import type { SmallDocumentOutcome } from '../../../extraction/tasks/tasks.ts';
import { taskLimits } from '../../../extraction/workers/document-allowance.ts';
import { PoolClosed, TooSlow, WorkerFailure } from '../../../platform/workers/worker-failure.ts';
import { ownerOf, type ClaimedDocument } from '../../rows/claimed-document.ts';
import { textsToEmbed } from '../../rows/texts-to-embed.ts';
import type { WatchedStage } from '../../context/stage-watch.ts';
import {
  chunkingFacts,
  detailOf,
  omissionFacts,
  stageEntry,
  type StageEntry,
} from '../../rows/transitions/stage-entry.ts';
import { madeChanges } from '../../rows/transitions/made-changes.ts';
import type { Transition } from '../../rows/transitions/transition.ts';

/** Limits of one task of a worker: large enough to make its overhead small, cheap to repeat. */
const BATCH = { documents: 25, bytes: 256 * 1024 } as const;

type BatchProcessing = Pick<
  PipelineContext,
  | 'storage'
  | 'workers'
  | 'writer'
  | 'embed'
  | 'chunkTokens'
  | 'log'
  | 'ocr'
  | 'allowance'
  | 'watch'
  | 'isStopping'
>;

interface Batch {
  key: string;
  documents: ClaimedDocument[];
}

/**
 * Splits documents into batches, which take all stages in one task and one transaction, and those that
 * are processed alone: large ones, which should not be read again after a crash, and those that are
 * past their first stage, or whose sidecar is in another stored file.
 */
export function batchesOf(documents: readonly ClaimedDocument[]): {
  batches: Batch[];
  alone: ClaimedDocument[];
} {
  const batches: Batch[] = [];
  const alone: ClaimedDocument[] = [];
  let room = 0;
  for (const document of documents) {
    const { status, bytesKey: key, location, sidecar } = document;
    const isApart = sidecar !== undefined && sidecar.key !== key;
    if (status !== 'ingested' || key === undefined || location.size > BATCH.bytes || isApart) {
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

/** Processes the documents of a batch; returns those that have to be processed alone. */
export async function processBatch(
  processing: BatchProcessing,
  batch: Batch,
): Promise<ClaimedDocument[]> {
  if (processing.isStopping()) throw new PoolClosed('The server is stopping');
  const outcomes = await read(processing, batch);
  const moved = await Promise.all(
    batch.documents.map((document, index) => write(processing, document, outcomes[index])),
  );
  const left = moved.filter((document) => document !== undefined);
  const chunked = left.filter(({ status }) => status === 'chunked');
  const alone = left.filter(({ status }) => status !== 'chunked');
  const textsOf = new Map(
    batch.documents.map((document, index) => {
      const outcome = outcomes[index];
      const isChunked = outcome !== undefined && 'chunks' in outcome;
      return [
        document.id,
        isChunked ? textsToEmbed(document, outcome.metadata, outcome.chunks) : [],
      ];
    }),
  );
  return [...alone, ...(await embedAll(processing, chunked, textsOf))];
}

/**
 * Reads all documents. A worker that dies over one of them ends that one alone: what it had read is kept, and
 * another worker reads the rest.
 */
async function read(processing: BatchProcessing, batch: Batch): Promise<SmallDocumentOutcome[]> {
  const outcomes: SmallDocumentOutcome[] = [];
  let watched: WatchedStage | undefined;
  const watchNext = () => {
    watched?.end();
    const document = batch.documents[outcomes.length];
    watched = document && processing.watch.begin(document, 'partition');
  };
  const onStart = () => watched?.start();
  const report = (outcome: SmallDocumentOutcome) => {
    outcomes.push(outcome);
    watchNext();
    onStart();
  };
  watchNext();
  try {
    while (outcomes.length < batch.documents.length) {
      const rest = batch.documents.slice(outcomes.length);
      try {
        await readSome(processing, { ...batch, documents: rest }, { onStart, onPart: report });
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        const document = batch.documents[outcomes.length];
        processing.log.warn('a worker failed', {
          document_id: document?.id,
          reason: error.message,
        });
        outcomes.push(outcomeOf(error));
        watchNext();
      }
    }
    return outcomes;
  } finally {
    watched?.end();
  }
}

async function readSome(
  { workers, storage, allowance, ocr, chunkTokens }: BatchProcessing,
  { key, documents }: Batch,
  events: { onStart: () => void; onPart: (outcome: SmallDocumentOutcome) => void },
): Promise<void> {
  await workers.run(
    'readDocuments',
    {
      storage: storage.location,
      key,
      isOcrOn: ocr !== undefined,
      documents: documents.map(
        ({
          location,
          name,
          isInside,
          encoding,
          described,
          path,
          chunking,
          language,
          sidecar,
          editedMetadata,
          changes,
        }) => ({
          location,
          name,
          isInside,
          encoding,
          described,
          path,
          chunking: { ...fittedToModel(chunking, chunkTokens), ...(changes && { changes }) },
          language,
          sidecar: sidecar?.location,
          edited: editedMetadata,
        }),
      ),
    },
    {
      ...taskLimits(allowance, BATCH.bytes),
      isLimitedByPart: true,
      owner: documents[0] && ownerOf(documents[0]),
      ...events,
    },
  );
}

/** One that takes too long would take as long again; any other may succeed alone. */
function outcomeOf(error: WorkerFailure): SmallDocumentOutcome {
  if (!(error instanceof TooSlow)) return { end: 'unknown' };
  const took = { partition: error.seconds * 1000, chunk: 0 };
  return {
    end: 'partitioning_error',
    error: reasons.tooSlow(error.seconds),
    detail: undefined,
    took,
  };
}

/** Returns the document with its new status, unless its processing has ended. */
async function write(
  processing: BatchProcessing,
  document: ClaimedDocument,
  outcome: SmallDocumentOutcome | undefined,
): Promise<ClaimedDocument | undefined> {
  if (outcome === undefined || outcome.end === 'unknown') return document;
  if (outcome.end === 'scanned') {
    await processing.ocr?.take(document, outcome.read);
    return undefined;
  }
  const { writer, embed } = processing;
  const { end, took: _took, ...output } = outcome;
  // Without a service there is nothing left to do.
  const to = end === 'chunked' && embed === undefined ? 'embedded' : end;
  try {
    const isOurs = await writer.write({
      ...startOf(document),
      to,
      ...output,
      ...('chunks' in output && {
        settingsHash: document.settingsHash,
        ...madeChanges(document.changes, output.chunks),
      }),
      history: historyOf(document, outcome),
    });
    return isOurs && to === 'chunked' ? { ...document, status: to } : undefined;
  } catch (error) {
    // Processed alone, it ends in the error of the stage whose text the database refuses.
    if (error instanceof StatementRefused) return document;
    throw error;
  }
}

/** Embeds several documents in one request; returns those that have to be embedded alone. */
async function embedAll(
  { embed, writer, watch }: BatchProcessing,
  documents: readonly ClaimedDocument[],
  textsOf: ReadonlyMap<string, readonly string[]>,
): Promise<ClaimedDocument[]> {
  if (documents.length < 2 || embed === undefined) return [...documents];
  const counts = documents.map(({ id }) => textsOf.get(id)?.length ?? 0);
  const texts = documents.flatMap(({ id }) => textsOf.get(id) ?? []);
  let vectors: Uint8Array[];
  const started = performance.now();
  const watched = documents.map((document) => watch.begin(document, 'embed'));
  try {
    vectors = await embed(texts, documents[0]?.organizationId ?? '');
  } catch (error) {
    // The service may have refused the text of one of them only.
    if (error instanceof EmbeddingError) return [...documents];
    throw error;
  } finally {
    for (const stage of watched) stage.end();
  }
  const took = performance.now() - started;
  let at = 0;
  await Promise.all(
    documents.map((document, index) => {
      const own = vectors.slice(at, (at += counts[index] ?? 0));
      const history = [stageEntry('embed', document.attempts, took)];
      return writer.write({ ...startOf(document), to: 'embedded', vectors: own, history });
    }),
  );
  return [];
}

/** The stages that a document took in one task. */
function historyOf(
  { attempts, chunking }: ClaimedDocument,
  outcome: Exclude<SmallDocumentOutcome, { end: 'unknown' | 'scanned' }>,
): StageEntry[] {
  const { took } = outcome;
  if (outcome.end === 'partitioning_error') {
    const { error, detail } = outcome;
    return [
      stageEntry('partition', attempts, took.partition, {
        error,
        ...detailOf(new Error(error, { cause: detail })),
      }),
    ];
  }
  const facts =
    outcome.end === 'chunked'
      ? chunkingFacts(chunking, outcome.chunks.length)
      : { error: outcome.error };
  return [
    stageEntry('partition', attempts, took.partition, omissionFacts(outcome.omitted)),
    stageEntry('chunk', attempts, took.chunk, facts),
  ];
}

function startOf({
  organizationId,
  id: documentId,
  attempt,
  status: from,
}: ClaimedDocument): Pick<Transition, 'organizationId' | 'documentId' | 'attempt' | 'from'> {
  return { organizationId, documentId, attempt, from };
}
