import type { Database, Queryable } from '../../../platform/database/database.ts';
import { defineJob, type Run } from '../../../jobs/job.ts';
import { finalizeArchives } from '../purge/finalize-archives.ts';
import { inBatches, type BatchBounds } from '../../rows/in-batches.ts';
import { purgeRemovedDocuments } from '../purge/purge-removed-documents.ts';
import { type PipelineContext, type PipelineJobContext } from '../../context/pipeline-context.ts';
import { lockLimited } from '../../../platform/quotas/quota-repository.ts';
import { requestReprocessing } from '../reprocess/request-reprocessing.ts';
import { TaskRefused, WorkerFailure } from '../../../platform/workers/worker-failure.ts';
import type { EntryFacts } from '../../../extraction/zip/read-archive.ts';
import { deleteInsideOf, deleteLeftInside } from '../unpack/merge-inside.ts';
import { noteInside } from '../unpack/note-inside.ts';
import { findRemoved, removeWritten } from './archive-writes.ts';
import {
  ArchiveTaken,
  archiveStep,
  claimNextArchive,
  lockedStep,
  type ClaimedArchive,
  refuseNotPresent,
  cleanUpEntries,
  stageEntries,
} from './claimed-archive.ts';
import { deleteEmptyFolders, deleteOrphans, mergeEntries } from './merge-archive.ts';
import { findMoved } from './moved-documents.ts';
import { prepareMoved } from './prepare-moved.ts';
import { addFolders } from '../../rows/folder-rows.ts';
import { foldersAround } from '../../rows/document-path.ts';
import { readPackedArchive } from './read-packed-archive.ts';
import { openReceipt } from '../../rows/receipt.ts';
import { reserveDocuments } from './reserve-documents.ts';
import { queueOf, requestJob } from '../../rows/request-job.ts';

export interface ArchiveIngestion extends Pick<
  PipelineContext,
  | 'database'
  | 'storage'
  | 'queue'
  | 'archiveReaders'
  | 'archiveRotation'
  | 'limits'
  | 'quotas'
  | 'log'
> {
  /** Files and documents in a batch, instead of the sizes that suit the database. */
  batches?: BatchBounds;
}

/** Archives that are read at the same time, each by a worker process. */
export const READ_AT_ONCE = 3;
/** Archives of different organizations that are merged at the same time, a batch of each in turn. */
const MERGED_AT_ONCE = 12;
const TRIES = 3;
/** A minute, and a second for each megabyte that the archive may unpack to. */
const TIMEOUT_MILLISECONDS = { least: 60_000, perMegabyte: 1000 } as const;
const BATCHES: BatchBounds = { first: 100, most: 500 };
/** Rows that no other row refers to are quicker. */
const LEAF_BATCHES: BatchBounds = { first: 500, most: 2000 };

/** Makes the files of uploaded archives documents, of one organization one archive after the other. */
export const ingestJob = defineJob({
  name: queueOf('ingest'),
  slots: { perProcess: MERGED_AT_ONCE, perOrganization: 1 },
  due: ({ pipeline }: PipelineJobContext) => resumeArchives(pipeline),
  handle: async ({ pipeline }: PipelineJobContext, _, run) => {
    await ingestNext(pipeline, run);
  },
});

/** Requests a run for each organization whose archives wait, as after a crash. */
export async function resumeArchives({
  database,
  queue,
}: Pick<PipelineContext, 'database' | 'queue'>): Promise<void> {
  const waiting = await database.query<{ id: string }>(
    `SELECT DISTINCT organization_id AS id FROM archives WHERE status = 'pending'`,
  );
  for (const { id } of waiting) await requestJob(queue, id, 'ingest');
}

/** Ingests the archive of a run; returns false where none waits. */
export async function ingestNext(ingestion: ArchiveIngestion, run: Run): Promise<boolean> {
  const archive = await claimNextArchive(ingestion.database, run, ingestion.archiveRotation);
  if (archive === undefined) return false;
  await ingestArchive(ingestion, archive);
  return true;
}

/**
 * Reads every file of an archive once and then merges them into the dataset, and requests runs that process
 * new and changed documents. An archive that cannot be read as a whole, or that exceeds the organization's
 * quota, changes nothing and fails with a reason. Can be interrupted at any point: the next run continues
 * after the last batch.
 */
async function ingestArchive(ingestion: ArchiveIngestion, archive: ClaimedArchive): Promise<void> {
  try {
    const read = await readFiles(ingestion, archive);
    await merge(ingestion, archive, read);
  } catch (error) {
    if (error instanceof ArchiveTaken) return;
    if (!(error instanceof TaskRefused)) throw error;
    await fail(ingestion, archive, error.message);
  }
  await finalizeArchives(ingestion, archive.organizationId, [
    archive.archiveId,
    ...(await openArchives(ingestion.database, archive)),
  ]);
}

/** Archives whose last documents in progress may just have been replaced or deleted. */
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

interface ReadFiles {
  /** The folders around the files. */
  folders: ReadonlySet<string>;
  /** Whether bytes of some were not sent, as the dataset has them. */
  areSomeUnsent: boolean;
}

/** Stages all files. */
async function readFiles(
  { database, storage, archiveReaders, limits, log }: ArchiveIngestion,
  archive: ClaimedArchive,
): Promise<ReadFiles> {
  const { organizationId, archiveId } = archive;
  if (!archive.hasBytes) return { folders: new Set(), areSomeUnsent: false };
  const megabytes = limits.maxUnpackedBytes / 1024 / 1024;
  const timeoutMilliseconds =
    TIMEOUT_MILLISECONDS.least + megabytes * TIMEOUT_MILLISECONDS.perMegabyte;
  for (let tries = 1; ; tries += 1) {
    const folders = new Set<string>();
    let areSomeUnsent = false;
    const stage = async (part: readonly EntryFacts[]) => {
      for (const { path, sha256, location } of part) {
        for (const folder of foldersAround(path)) folders.add(folder);
        areSomeUnsent ||= sha256 !== undefined && location === undefined;
      }
      await archiveStep(database, archive, (tx) => stageEntries(tx, archive, part));
    };
    await cleanUpStaged(database, archive);
    const packed =
      archive.writes === null ? undefined : await readPackedArchive(storage, archiveId, limits);
    if (packed !== undefined) {
      await stage(packed);
      return { folders, areSomeUnsent };
    }
    try {
      await archiveReaders.run(
        'readArchive',
        { storage: storage.location, key: archiveId, limits },
        {
          owner: { id: organizationId },
          timeoutMilliseconds,
          onPart: stage,
        },
      );
      return { folders, areSomeUnsent };
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
 * Merges in batches, with requests in between. Orphans are deleted only once every file has become a
 * document.
 */
async function merge(
  { database, queue, quotas, batches = BATCHES }: ArchiveIngestion,
  archive: ClaimedArchive,
  { folders, areSomeUnsent }: ReadFiles,
): Promise<void> {
  const step = <T>(work: (tx: Queryable) => Promise<T>) => archiveStep(database, archive, work);
  const mergedBefore = await archiveStep(
    database,
    archive,
    async (tx) => {
      await reserveDocuments(tx, archive, quotas);
      return openReceipt(tx, archive);
    },
    (tx) => lockLimited(tx, { organizationId: archive.organizationId, quotas }, 'documents'),
  );
  // A path of a hidden document may come again.
  await purgeRemovedDocuments(database, {
    organizationId: archive.organizationId,
    datasetId: archive.datasetId,
    ...(archive.containers !== null && {
      folders: archive.containers.map(({ path }) => path),
    }),
  });
  await prepareMoved(step, queue, archive, batches);
  if (areSomeUnsent) {
    await inBatches(LEAF_BATCHES, '', step, (tx, after, size) =>
      refuseNotPresent(tx, archive, after, size),
    );
  }
  const paths = [...folders];
  for (let at = 0; at < paths.length; at += LEAF_BATCHES.first) {
    await step((tx) => addFolders(tx, archive, paths.slice(at, at + LEAF_BATCHES.first)));
  }
  await inBatches(batches, mergedBefore, step, async (tx, after, size) => {
    const merged = await mergeEntries(tx, archive, after, size, (range) =>
      findMoved(tx, queue, archive, range),
    );
    const { last, documentIds, describedIds, areToUnpack } = merged;
    if (documentIds.length > 0) await requestJob(queue, archive.organizationId, 'process', tx);
    if (areToUnpack) await requestJob(queue, archive.organizationId, 'unpack', tx);
    if (describedIds.length > 0) {
      await requestReprocessing(tx, queue, { ...archive, documentIds: describedIds });
    }
    return last;
  });
  const { writes, containers } = archive;
  if (writes !== null) {
    const removed = await step((tx) => findRemoved(tx, archive, writes));
    await inBatches(batches, '', step, (tx, _, size) => deleteInsideOf(tx, archive, removed, size));
    await step((tx) => removeWritten(tx, archive, writes));
  }
  if (containers !== null) {
    await inBatches(batches, '', step, (tx, after, size) =>
      deleteLeftInside(tx, { ...archive, containers }, after, size),
    );
  }
  if (archive.deleteOrphans) {
    await inBatches(batches, '', step, (tx, after, size) =>
      deleteOrphans(tx, archive, after, size),
    );
    await inBatches(LEAF_BATCHES, '', step, (tx, after, size) =>
      deleteEmptyFolders(tx, archive, after, size),
    );
  }
  await cleanUpStaged(database, archive);
  await step((tx) =>
    tx.query(`UPDATE archives SET status = 'processing' WHERE organization_id = $1 AND id = $2`, [
      archive.organizationId,
      archive.archiveId,
    ]),
  );
}

/** Deletes what was staged, by an interrupted run too. */
async function cleanUpStaged(database: Database, archive: ClaimedArchive): Promise<void> {
  const step = <T>(work: (tx: Queryable) => Promise<T>) => lockedStep(database, archive, work);
  await inBatches(LEAF_BATCHES, '', step, (tx, after, size) =>
    cleanUpEntries(tx, archive.organizationId, archive.archiveId, after, size),
  );
}

/** Documents of a cancelled archive that were merged stay paused until they are cancelled too. */
async function fail(
  { database, queue, log }: ArchiveIngestion,
  archive: ClaimedArchive,
  reason: string,
): Promise<void> {
  const { organizationId, archiveId } = archive;
  log.warn('an archive could not be read', { archive_id: archiveId, reason });
  await cleanUpStaged(database, archive);
  await lockedStep(database, archive, async (tx, isCancelled) => {
    await tx.query(
      `UPDATE archives SET status = 'failed', error = $3,
         paused_at = CASE WHEN cancelled_at IS NULL THEN NULL ELSE paused_at END
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, archiveId, reason],
    );
    if (archive.containers !== null) {
      const error = reason;
      await noteInside(
        tx,
        organizationId,
        archive.containers.map(({ id }) => ({ documentId: id, refused: 0, named: [], error })),
      );
    }
    if (isCancelled) await requestJob(queue, organizationId, 'cancel', tx);
  });
}
