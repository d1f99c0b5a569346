import { claimDocuments, type ClaimedDocument } from './claimed-document.ts';
import { finalizeArchives, type ArchiveStores } from '../cleanup/finalize-archives.ts';
import { processDocument, type DocumentProcessing } from './process-document.ts';
import { batchesOf, processBatch } from './process-batch.ts';
import type { ProcessJob } from '../queues.ts';

/**
 * Documents of one job that are in hand at once: while some are written, others are read. Large ones
 * go two by two, as what is in hand is in memory.
 */
const AT_ONCE = { small: 16, large: 2 } as const;
const LARGE_BYTES = 4 * 1024 * 1024;

/** Takes the documents of a job to their ends, and their archives with them. */
export async function processJob(
  processing: DocumentProcessing & ArchiveStores,
  { organizationId, documentIds }: ProcessJob,
): Promise<void> {
  const documents = await claimDocuments(processing.database, organizationId, documentIds);
  const { batches, alone } = batchesOf(documents);
  const left: ClaimedDocument[] = [];
  const read = async (batch: (typeof batches)[number]) => {
    left.push(...(await processBatch(processing, batch)));
  };
  const work = (document: ClaimedDocument) => processDocument(processing, document);
  const failures = await mapConcurrently(batches, batches.length, read);
  const others = [...alone, ...left];
  failures.push(
    ...(await mapConcurrently(
      others.filter((document) => !isLarge(document)),
      AT_ONCE.small,
      work,
    )),
    ...(await mapConcurrently(others.filter(isLarge), AT_ONCE.large, work)),
  );
  if (failures.length > 0) throw failures[0];
  const archiveIds = new Set(documents.flatMap(({ archiveId }) => archiveId ?? []));
  await finalizeArchives(processing, organizationId, [...archiveIds]);
}

function isLarge({ location }: ClaimedDocument): boolean {
  return location.size > LARGE_BYTES;
}

/** One that fails lets the others of the job finish; gives what was thrown. */
async function mapConcurrently<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<unknown[]> {
  const queue = [...items];
  const failures: unknown[] = [];
  const run = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await work(next).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return failures;
}
