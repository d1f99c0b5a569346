import type { ArchiveStorage } from '../../storage/archive-storage.ts';
import type { Database, Queryable } from '../../database/database.ts';
import { foldersAround } from './document-path.ts';
import type { Log } from '../../log.ts';
import type { Queue } from '../../jobs/queue.ts';
import { finalizeArchives } from '../cleanup/finalize-archives.ts';
import { inBatches, type BatchBounds } from '../in-batches.ts';
import { ArchiveTaken, archiveStep, claimArchive, type ClaimedArchive } from './claimed-archive.ts';
import { addFolders, mergeEntries } from './merge-entries.ts';
import { pipelineJobs, type IngestJob } from '../queues.ts';
import { openReceipt } from './record-outcomes.ts';
import { removeEmptyFolders, removeOrphans } from './remove-orphans.ts';
import { clearEntries, stageEntries } from './staging-table.ts';
import { TaskRefused, WorkerFailure } from '../workers/worker-failure.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import type { ArchiveLimits } from '../zip/read-directory.ts';

export interface ArchiveIngestion {
  database: Database;
  storage: ArchiveStorage;
  queue: Queue;
  workers: WorkerPool;
  limits: ArchiveLimits;
  log: Log;
  /** Files and documents in one step, in place of what suits the database. */
  steps?: BatchBounds;
}

const TRIES = 3;
/** A minute and a second for each megabyte that may come out. */
const TIMEOUT_MILLISECONDS = { least: 60_000, perMegabyte: 1000 } as const;
const STEPS: BatchBounds = { first: 100, most: 500 };
/** Rows that nothing hangs on are quicker. */
const LIGHT_STEPS: BatchBounds = { first: 500, most: 2000 };

/**
 * Reads every file of an archive once and then makes them documents, with jobs to process them. An
 * archive that cannot be read as a whole changes nothing and says why. May be cut short at any moment:
 * the next run goes on where the steps ended.
 */
export async function ingestArchive(ingestion: ArchiveIngestion, job: IngestJob): Promise<void> {
  const archive = await claimArchive(ingestion.database, job);
  if (archive === undefined) return;
  if (archive.mustWait) {
    await pipelineJobs.ingestLater(ingestion.queue, job);
    return;
  }
  try {
    const folders = await readFiles(ingestion, archive);
    await merge(ingestion, archive, folders);
  } catch (error) {
    if (error instanceof ArchiveTaken) return;
    if (!(error instanceof TaskRefused)) throw error;
    await fail(ingestion, archive, error.message);
  }
  await finalizeArchives(ingestion, job.organizationId, [
    job.archiveId,
    ...(await openArchives(ingestion.database, archive)),
  ]);
}

/** Archives whose last documents in work may just have been replaced or removed. */
async function openArchives(
  database: Database,
  { organizationId, datasetId }: ClaimedArchive,
): Promise<string[]> {
  const open = await database.tenant(organizationId, (tx) =>
    tx.query<{ id: string }>(
      `SELECT id FROM archives WHERE organization_id = $1 AND dataset_id = $2
       AND (status = 'processing' OR removed_at IS NOT NULL)`,
      [organizationId, datasetId],
    ),
  );
  return open.map(({ id }) => id);
}

/** Stages all files and gives the folders around them. */
async function readFiles(
  { database, storage, workers, limits, log }: ArchiveIngestion,
  archive: ClaimedArchive,
): Promise<Set<string>> {
  const { organizationId, archiveId } = archive;
  const megabytes = limits.maxUnpackedBytes / 1024 / 1024;
  const timeoutMilliseconds =
    TIMEOUT_MILLISECONDS.least + megabytes * TIMEOUT_MILLISECONDS.perMegabyte;
  for (let tries = 1; ; tries += 1) {
    const folders = new Set<string>();
    await clear(database, archive);
    try {
      await workers.run(
        'readArchive',
        { storage: storage.location, key: archiveId, limits },
        {
          timeoutMilliseconds,
          onPart: async (part) => {
            for (const { path } of part)
              for (const folder of foldersAround(path)) folders.add(folder);
            await archiveStep(database, archive, (tx) =>
              stageEntries(tx, organizationId, archiveId, part),
            );
          },
        },
      );
      return folders;
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      log.warn('a worker failed', { archive_id: archiveId, tries, reason: error.message });
      if (tries === TRIES) {
        throw new TaskRefused(`The archive could not be read: ${error.message}.`, false);
      }
    }
  }
}

/**
 * Merges in small steps, so that requests get their turn in between. Orphans go only once every file
 * has become a document.
 */
async function merge(
  { database, queue, steps = STEPS }: ArchiveIngestion,
  archive: ClaimedArchive,
  folders: ReadonlySet<string>,
): Promise<void> {
  const step = <T>(work: (tx: Queryable) => Promise<T>) => archiveStep(database, archive, work);
  const paths = [...folders];
  for (let at = 0; at < paths.length; at += LIGHT_STEPS.first) {
    await step((tx) => addFolders(tx, archive, paths.slice(at, at + LIGHT_STEPS.first)));
  }
  const mergedBefore = await step((tx) => openReceipt(tx, archive));
  await inBatches(steps, mergedBefore, step, async (tx, after, size) => {
    const { last, documentIds } = await mergeEntries(tx, archive, after, size);
    await pipelineJobs.process(queue, tx, archive.organizationId, documentIds);
    return last;
  });
  if (archive.deleteOrphans) {
    await inBatches(steps, '', step, (tx, after, size) => removeOrphans(tx, archive, after, size));
    await inBatches(LIGHT_STEPS, '', step, (tx, after, size) =>
      removeEmptyFolders(tx, archive, after, size),
    );
  }
  await clear(database, archive);
  await step((tx) =>
    tx.query(`UPDATE archives SET status = 'processing' WHERE organization_id = $1 AND id = $2`, [
      archive.organizationId,
      archive.archiveId,
    ]),
  );
}

/** Forgets what was staged, of an earlier run too. */
async function clear(database: Database, archive: ClaimedArchive): Promise<void> {
  const step = <T>(work: (tx: Queryable) => Promise<T>) => archiveStep(database, archive, work);
  await inBatches(LIGHT_STEPS, '', step, (tx, after, size) =>
    clearEntries(tx, archive.organizationId, archive.archiveId, after, size),
  );
}

async function fail(
  { database, log }: ArchiveIngestion,
  archive: ClaimedArchive,
  reason: string,
): Promise<void> {
  const { organizationId, archiveId } = archive;
  log.warn('an archive could not be read', { archive_id: archiveId, reason });
  await clear(database, archive);
  await archiveStep(database, archive, (tx) =>
    tx.query(
      `UPDATE archives SET status = 'failed', error = $3 WHERE organization_id = $1 AND id = $2`,
      [organizationId, archiveId, reason],
    ),
  );
}
