import { availableParallelism } from 'node:os';

import { defineJob, type Run } from '../../../jobs/job.ts';
import { EmbeddingsUnavailable } from '../../../models/embedding/embedding-error.ts';
import { finalizeArchives } from '../purge/finalize-archives.ts';
import {
  RUN_MILLISECONDS,
  type PipelineContext,
  type PipelineJobContext,
} from '../../context/pipeline-context.ts';
import { claimForRun, releaseDocuments, type ClaimedDocuments } from './claim-documents.ts';
import type { ClaimedDocument } from '../../rows/claimed-document.ts';
import { LARGE_BYTES } from '../../context/large-documents.ts';
import { resumeDocuments } from './resume-documents.ts';
import { batchesOf, processBatch } from './process-batch.ts';
import { processDocument } from './process-document.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

/**
 * Documents of one run that are processed at the same time: while some are written, others are read.
 * Fewer large ones, as each is held in memory.
 */
const CONCURRENCY = { small: 16, large: 2 } as const;

/** Organizations that may have all their runs at slow documents before another one waits for one. */
const SLOW_ORGANIZATIONS = 8;

/**
 * Takes documents through partitioning, chunking and embedding. Many more runs than workers, so that the
 * runs of few organizations, which may wait for workers, do not keep another's from requesting one.
 */
export const processJob = defineJob({
  name: queueOf('process'),
  slots: {
    perProcess: SLOW_ORGANIZATIONS * (availableParallelism() + 1),
    perOrganization: availableParallelism() + 1,
  },
  due: ({ pipeline }: PipelineJobContext) => resumeDocuments(pipeline),
  handle: ({ pipeline }: PipelineJobContext, _, run) => processNext(pipeline, run),
});

async function processNext(pipeline: PipelineContext, run: Run): Promise<void> {
  const { database, rotation, largeSlots, queue, embeddingWait } = pipeline;
  const freeSlot = largeSlots.take(run.organizationId);
  let hasLarge = false;
  try {
    const isLargeTaken = freeSlot !== undefined;
    const claimed = await claimForRun(database, run, rotation, isLargeTaken, embeddingWait);
    hasLarge = claimed.documents.some(isLarge);
    if (!hasLarge) freeSlot?.();
    if (claimed.documents.length > 0) await processAndFinalize(pipeline, run, claimed);
  } finally {
    freeSlot?.();
  }
  // Runs in between left out the large ones.
  if (hasLarge) await requestJob(queue, run.organizationId, 'process');
}

/** Processes the documents of a run, and finalizes archives of which no other run has documents. */
async function processAndFinalize(
  pipeline: PipelineContext,
  run: Run,
  claimed: ClaimedDocuments,
): Promise<void> {
  const archiveIds = claimed.documents.flatMap(({ archiveId }) => archiveId ?? []);
  const end = pipeline.archivesInProgress.begin(new Set(archiveIds));
  try {
    await processClaimed(pipeline, run, claimed);
  } finally {
    // After a failure too: another run may have left it to this one.
    await finalizeArchives(pipeline, run.organizationId, end());
  }
}

async function processClaimed(
  pipeline: PipelineContext,
  run: Run,
  { documents, isMore }: ClaimedDocuments,
): Promise<void> {
  const { organizationId } = run;
  const { database, embeddingWait } = pipeline;
  if (isMore) run.wake();
  const until = performance.now() + RUN_MILLISECONDS * (documents[0]?.share ?? 1);
  const isOver = () => isMore && performance.now() > until;

  const { batches, alone } = batchesOf(documents);
  const left: ClaimedDocument[] = [];
  const failures = await mapConcurrently(batches, batches.length, async (batch) => {
    left.push(...(await processBatch(pipeline, batch)));
  });
  const others = [...alone, ...left];
  const unbegun: ClaimedDocument[] = [];
  const unembedded: ClaimedDocument[] = [];
  const work = async (document: ClaimedDocument) => {
    if (document.status === 'chunked' && embeddingWait.isOn()) unembedded.push(document);
    else if (isOver() && !left.includes(document)) unbegun.push(document);
    else {
      await processDocument(pipeline, document).catch((error: unknown) => {
        if (!(error instanceof EmbeddingsUnavailable)) throw error;
        embeddingWait.begin(error.nextTry);
        unembedded.push(document);
      });
    }
  };
  const small = others.filter((document) => !isLarge(document));
  failures.push(
    ...(await mapConcurrently(small, CONCURRENCY.small, work)),
    ...(await mapConcurrently(others.filter(isLarge), CONCURRENCY.large, work)),
  );
  await releaseDocuments(database, run, unbegun);
  if (unembedded.length > 0) {
    embeddingWait.note(organizationId, 'process');
    await releaseDocuments(database, run, unembedded, embeddingWait.seconds);
  }
  for (const id of new Set(documents.map(({ datasetId }) => datasetId))) {
    pipeline.compactions.schedule(organizationId, id);
  }
  if (failures.length > 0) throw failures[0];
}

function isLarge({ location }: ClaimedDocument): boolean {
  return location.size > LARGE_BYTES;
}

/** Returns what was thrown. An item that fails does not stop the others. */
async function mapConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<unknown[]> {
  const queue = [...items];
  const failures: unknown[] = [];
  const run = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await work(next).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  return failures;
}
