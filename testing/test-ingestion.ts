import type { ArchiveIngestion } from '@carrel/api/src/processing/jobs/merge/ingest-job.ts';
import { createRotation } from '@carrel/api/src/processing/rows/rotation.ts';
import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { openStorage, storageLocation } from '@carrel/api/src/platform/storage/open-storage.ts';
import type { ServerFixture } from './server-fixture.ts';

/** What ingests archives of a server without a pipeline, one when a test says so, in small batches. */
export interface TestIngestion extends ArchiveIngestion {
  close(): void;
}

export async function createTestIngestion(server: ServerFixture): Promise<TestIngestion> {
  const { settings, database, queue, log } = server.dependencies;
  const archiveReaders = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  return {
    database,
    storage: await openStorage(storageLocation(settings)),
    queue,
    archiveReaders,
    archiveRotation: createRotation(),
    limits: settings,
    quotas: settings.quotas,
    log,
    batches: { first: 10, most: 10 },
    close: () => archiveReaders.close(),
  };
}
