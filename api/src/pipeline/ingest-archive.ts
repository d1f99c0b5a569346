import type { ArchiveStorage } from '../archives/archive-storage.ts';
import type { Database, Queryable } from '../database/database.ts';
import { foldersAround } from '../datasets/document-path.ts';
import type { Log } from '../http/log.ts';
import type { Queue } from '../queue/queue.ts';
import { settleArchives } from './archive-lifecycle.ts';
import { addFolders, mergeEntries, removeOrphans, type StagedEntries } from './merge-entries.ts';
import { pipelineJobs, type IngestJob } from './queues.ts';
import { openReceipt } from './record-outcomes.ts';
import { clearEntries, stageEntries } from './stage-entries.ts';
import { TaskRefused, WorkerFailure } from './workers/worker-failure.ts';
import type { WorkerPool } from './workers/worker-pool.ts';
import type { ArchiveLimits } from './zip/read-directory.ts';

export interface ArchiveIngestion {
  database: Database;
  storage: ArchiveStorage;
  queue: Queue;
  workers: WorkerPool;
  limits: ArchiveLimits;
  log: Log;
}

interface ArchiveToRead {
  dataset_id: string;
  size: number;
  delete_orphans: boolean;
}

const TRIES = 3;
/** A minute and a second for each megabyte that may come out. */
const TIMEOUT_MILLISECONDS = { least: 60_000, perMegabyte: 1000 } as const;

/**
 * Reads every file of an archive once and then makes them documents, with jobs to process them. An archive that cannot be read as a whole changes nothing and says why.
 */
export async function ingestArchive(ingestion: ArchiveIngestion, job: IngestJob): Promise<void> {
  const archive = await findArchive(ingestion.database, job);
  if (archive === undefined) return;
  try {
    const folders = await readFiles(ingestion, job);
    await merge(ingestion, job, archive, folders);
  } catch (error) {
    if (!(error instanceof TaskRefused)) throw error;
    await fail(ingestion, job, error.message);
  }
  await settleArchives(ingestion, job.organizationId, [
    job.archiveId,
    ...(await openArchives(ingestion.database, job.organizationId, archive.dataset_id)),
  ]);
}

/** Archives whose last documents in work may just have been replaced or removed. */
async function openArchives(
  database: Database,
  organizationId: string,
  datasetId: string,
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

async function findArchive(
  database: Database,
  { organizationId, archiveId }: IngestJob,
): Promise<ArchiveToRead | undefined> {
  const [archive] = await database.tenant(organizationId, (tx) =>
    tx.query<ArchiveToRead>(
      `SELECT dataset_id, size, delete_orphans FROM archives
       WHERE organization_id = $1 AND id = $2 AND status = 'pending'`,
      [organizationId, archiveId],
    ),
  );
  return archive;
}

/** Stages all files and gives the folders around them. */
async function readFiles(
  { database, storage, workers, limits, log }: ArchiveIngestion,
  { organizationId, archiveId }: IngestJob,
): Promise<Set<string>> {
  const megabytes = limits.maxUnpackedBytes / 1024 / 1024;
  const timeoutMilliseconds =
    TIMEOUT_MILLISECONDS.least + megabytes * TIMEOUT_MILLISECONDS.perMegabyte;
  for (let tries = 1; ; tries += 1) {
    const folders = new Set<string>();
    await database.tenant(organizationId, (tx) => clearEntries(tx, organizationId, archiveId));
    try {
      await workers.run(
        'readArchive',
        { storage: storage.location, key: archiveId, limits },
        {
          timeoutMilliseconds,
          onPart: async (part) => {
            for (const { path } of part)
              for (const folder of foldersAround(path)) folders.add(folder);
            await database.tenant(organizationId, (tx) =>
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
 * Merges batch by batch, so that requests get their turn in between; after a crash it goes on where
 * it was cut short. Where orphans have to go, it is all one transaction.
 */
async function merge(
  ingestion: ArchiveIngestion,
  { organizationId, archiveId }: IngestJob,
  { dataset_id: datasetId, delete_orphans: deleteOrphans }: ArchiveToRead,
  folders: ReadonlySet<string>,
): Promise<void> {
  const { database, queue } = ingestion;
  const staged: StagedEntries = { organizationId, datasetId, archiveId, folders };
  const mergeBatch = async (tx: Queryable, after: string) => {
    const { last, documentIds } = await mergeEntries(tx, staged, after);
    await pipelineJobs.process(queue, tx, organizationId, documentIds);
    return last;
  };
  const finish = async (tx: Queryable) => {
    if (deleteOrphans) await removeOrphans(tx, staged);
    await clearEntries(tx, organizationId, archiveId);
    await tx.query(
      `UPDATE archives SET status = 'processing' WHERE organization_id = $1 AND id = $2`,
      [organizationId, archiveId],
    );
  };
  if (deleteOrphans) {
    await database.tenant(organizationId, async (tx) => {
      if (!(await lockDataset(tx, staged))) return;
      await addFolders(tx, staged);
      for (let after: string | undefined = await openReceipt(tx, staged); after !== undefined;) {
        after = await mergeBatch(tx, after);
      }
      await finish(tx);
    });
    return;
  }
  const mergedBefore = await database.tenant(organizationId, async (tx) => {
    if (!(await lockDataset(tx, staged))) return undefined;
    await addFolders(tx, staged);
    return openReceipt(tx, staged);
  });
  for (let after = mergedBefore; after !== undefined;) {
    const from: string = after;
    after = await database.tenant(organizationId, async (tx) =>
      (await lockDataset(tx, staged)) ? mergeBatch(tx, from) : undefined,
    );
  }
  await database.tenant(organizationId, finish);
}

/** Two archives of one dataset are not merged at the same time. False where it is gone. */
async function lockDataset(
  tx: Queryable,
  { organizationId, datasetId }: StagedEntries,
): Promise<boolean> {
  const found = await tx.query(
    'SELECT id FROM datasets WHERE organization_id = $1 AND id = $2 FOR UPDATE',
    [organizationId, datasetId],
  );
  return found.length === 1;
}

async function fail(
  { database, log }: ArchiveIngestion,
  { organizationId, archiveId }: IngestJob,
  reason: string,
): Promise<void> {
  log.warn('an archive could not be read', { archive_id: archiveId, reason });
  await database.tenant(organizationId, async (tx) => {
    await clearEntries(tx, organizationId, archiveId);
    await tx.query(
      `UPDATE archives SET status = 'failed', error = $3 WHERE organization_id = $1 AND id = $2`,
      [organizationId, archiveId, reason],
    );
  });
}
