import { randomUUID } from 'node:crypto';

import type { Archive } from '@carrel/shared/contract';
import { expect } from 'vitest';

import type { Database } from '@carrel/api/src/platform/database/database.ts';
import { cancelNext } from '@carrel/api/src/processing/jobs/cancel/cancel-job.ts';
import {
  ingestNext,
  type ArchiveIngestion,
} from '@carrel/api/src/processing/jobs/merge/ingest-job.ts';
import { claimForRun } from '@carrel/api/src/processing/jobs/process/claim-documents.ts';
import { createRotation } from '@carrel/api/src/processing/rows/rotation.ts';
import { createWorkerPool } from '@carrel/api/src/extraction/workers/worker-pool.ts';
import { openStorage, storageLocation } from '@carrel/api/src/platform/storage/open-storage.ts';
import { runOf } from './claim-documents.ts';
import { createServerFixture, readJson } from './server-fixture.ts';
import { buildZip } from './zips/build-zip.ts';

interface DocumentRow {
  id: string;
  path: string;
  status: string;
  size: number;
}

export type ArchiveControlFixture = Awaited<ReturnType<typeof createArchiveControlFixture>>;

/** Archives of a new dataset on a server without a pipeline: only the test runs jobs. */
export async function createArchiveControlFixture() {
  const server = await createServerFixture();
  const { settings, database, queue, log } = server.dependencies;
  const archiveReaders = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  const ingestion: ArchiveIngestion = {
    database,
    storage: await openStorage(storageLocation(settings)),
    queue,
    archiveReaders,
    archiveRotation: createRotation(),
    limits: settings,
    quotas: settings.quotas,
    log,
    batches: { first: 2, most: 2 },
  };
  const owner = await server.person();
  let organizationId = randomUUID() as string;
  let datasetId = '';
  const base = () => `/datasets/${datasetId}/archives`;
  const call = (method: string, path: string, json?: unknown) =>
    owner.call(method, path, { organizationId, ...(json === undefined ? {} : { json }) });
  const documents = () =>
    server.database.query<DocumentRow>(
      'SELECT id, path, status, size FROM documents WHERE dataset_id = $1 ORDER BY path',
      [datasetId],
    );

  return {
    server,
    ingestion,
    call,
    documents,
    organizationId: () => organizationId,
    datasetId: () => datasetId,
    /** Goes on with a new dataset of a new organization. */
    renew: async () => {
      organizationId = await server.organization(owner);
      const created = await call('POST', '/datasets', { name: 'Library' });
      datasetId = (await readJson<{ id: string }>(created)).id;
    },
    close: async () => {
      archiveReaders.close();
      await server.close();
    },
    /** Returns the id of the archive, which waits. */
    upload: async (files: Record<string, string>, purge = false): Promise<string> => {
      const zip = buildZip(Object.entries(files).map(([name, content]) => ({ name, content })));
      const response = await owner.call('POST', `${base()}?purge_on_completion=${purge}`, {
        organizationId,
        body: Uint8Array.from(zip),
        headers: { 'Content-Type': 'application/zip' },
      });
      return (await readJson<{ id: string }>(response)).id;
    },
    /** Merges the archive that is next, if there is one. */
    ingest: () => ingestNext(ingestion, runOf(organizationId)),
    /** Merges, and does something before one of the transactions. */
    ingestWith: async (transaction: number, act: () => Promise<unknown>): Promise<void> => {
      let transactions = 0;
      const interrupted = {
        ...server.database,
        tenant: async (...work: Parameters<Database['tenant']>) => {
          transactions += 1;
          if (transactions === transaction) await act();
          return server.database.tenant(...work);
        },
      } as Database;
      const run = runOf(organizationId);
      expect(await ingestNext({ ...ingestion, database: interrupted }, run)).toBe(true);
    },
    /** Returns the status of the response to `pause`, `resume` or `cancel`. */
    control: async (id: string, action: string): Promise<number> =>
      (await call('POST', `${base()}/${id}/${action}`)).status,
    remove: (id: string) => call('DELETE', `${base()}/${id}`),
    archive: async (id: string): Promise<Archive | undefined> => {
      const { archives } = await readJson<{ archives: Archive[] }>(await call('GET', base()));
      return archives.find((each) => each.id === id);
    },
    statuses: async () =>
      Object.fromEntries((await documents()).map(({ path, status }) => [path, status])),
    setStatus: (path: string, status: string) =>
      server.database.query(
        'UPDATE documents SET status = $3 WHERE dataset_id = $1 AND path = $2',
        [datasetId, path, status],
      ),
    /** Returns the paths of the documents that a run gets. */
    claimed: async (): Promise<string[]> => {
      const run = await claimForRun(server.database, runOf(organizationId), createRotation());
      return run.documents.map(({ path }) => path).toSorted();
    },
    cancelAll: (using = server.database) =>
      cancelNext({ ...ingestion, database: using }, runOf(organizationId)),
  };
}

/** Files of these many paths. */
export const numbered = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, 'Text.']));
