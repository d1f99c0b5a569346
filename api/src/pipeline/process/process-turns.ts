import { availableParallelism } from 'node:os';

import * as v from 'valibot';

import type { Queryable } from '../../database/database.ts';
import { defineJob, retryUntilDone } from '../../jobs/job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { finalizeArchives } from '../cleanup/finalize-archives.ts';
import {
  JOB_TIMEOUT_SECONDS,
  type PipelineContext,
  type PipelineJobContext,
} from '../pipeline-context.ts';
import { claimDocuments, type ClaimedDocument } from './claimed-document.ts';
import { batchesOf, processBatch } from './process-batch.ts';
import { processDocument } from './process-document.ts';

/** Enough documents to make the cost of a job small, few enough to share them among workers. */
const DOCUMENTS_PER_JOB = 50;

/**
 * Documents of one job that are processed at the same time: while some are written, others are read.
 * Fewer large ones, as each is held in memory.
 */
const CONCURRENCY = { small: 16, large: 2 } as const;
const LARGE_BYTES = 4 * 1024 * 1024;

/** Takes documents through partitioning, chunking and embedding. */
export const processDocumentsJob = defineJob({
  name: 'process-documents',
  payload: v.object({ organizationId: v.string(), documentIds: v.array(v.string()) }),
  concurrency: availableParallelism() + 1,
  retries: retryUntilDone(JOB_TIMEOUT_SECONDS),
  handle: ({ pipeline }: PipelineJobContext, { organizationId, documentIds }) =>
    processDocuments(pipeline, organizationId, documentIds),
});

/** Sends jobs that process these documents, visible once `tx` is committed. */
export async function sendDocuments(
  queue: Queue,
  tx: Queryable,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  const payloads = [];
  for (let at = 0; at < documentIds.length; at += DOCUMENTS_PER_JOB) {
    payloads.push({ organizationId, documentIds: documentIds.slice(at, at + DOCUMENTS_PER_JOB) });
  }
  await processDocumentsJob.sendMany(queue, tx, payloads);
}

/** Processes the documents that it can claim, and finalizes their archives. */
async function processDocuments(
  pipeline: PipelineContext,
  organizationId: string,
  documentIds: readonly string[],
): Promise<void> {
  const documents = await claimDocuments(pipeline.database, organizationId, documentIds);
  const { batches, alone } = batchesOf(documents);
  const left: ClaimedDocument[] = [];
  const failures = await mapConcurrently(batches, batches.length, async (batch) => {
    left.push(...(await processBatch(pipeline, batch)));
  });
  const others = [...alone, ...left];
  const work = (document: ClaimedDocument) => processDocument(pipeline, document);
  const small = others.filter((document) => !isLarge(document));
  failures.push(
    ...(await mapConcurrently(small, CONCURRENCY.small, work)),
    ...(await mapConcurrently(others.filter(isLarge), CONCURRENCY.large, work)),
  );
  for (const id of new Set(documents.map(({ datasetId }) => datasetId))) {
    pipeline.folds.schedule(organizationId, id);
  }
  if (failures.length > 0) throw failures[0];
  const archiveIds = new Set(documents.flatMap(({ archiveId }) => archiveId ?? []));
  await finalizeArchives(pipeline, organizationId, [...archiveIds]);
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
