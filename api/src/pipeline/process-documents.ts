import { claimDocuments, type ClaimedDocument } from './claimed-document.ts';
import { settleArchives, type ArchiveLifecycle } from './archive-lifecycle.ts';
import { processDocument, type DocumentProcessing } from './process-document.ts';
import type { ProcessJob } from './queues.ts';

/** Documents of one job that are in hand at once: while some are written, others are read. */
const AT_ONCE = 4;

/** Takes the documents of a job to their ends, and their archives with them. */
export async function processDocuments(
  processing: DocumentProcessing & ArchiveLifecycle,
  { organizationId, documentIds }: ProcessJob,
): Promise<void> {
  const documents = await claimDocuments(processing.database, organizationId, documentIds);
  await eachAtOnce(documents, (document) => processDocument(processing, document));
  const archiveIds = new Set(documents.flatMap(({ archiveId }) => archiveId ?? []));
  await settleArchives(processing, organizationId, [...archiveIds]);
}

/** One failing document lets the others of the job finish before it fails the job. */
async function eachAtOnce(
  documents: readonly ClaimedDocument[],
  work: (document: ClaimedDocument) => Promise<void>,
): Promise<void> {
  const queue = [...documents];
  const failures: unknown[] = [];
  const run = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      await work(next).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
  if (failures.length > 0) throw failures[0];
}
