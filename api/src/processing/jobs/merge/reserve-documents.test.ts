import type { Archive, Usage } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { openStorage, storageLocation } from '../../../platform/storage/open-storage.ts';
import { createWorkerPool, type WorkerPool } from '../../../extraction/workers/worker-pool.ts';
import { runOf } from '@carrel/testing/claim-documents.ts';
import { createRotation } from '../../rows/rotation.ts';
import { ingestNext, type ArchiveIngestion } from './ingest-job.ts';

const ROUNDS = hardCount(10, 200);
const LIMIT = 10;

let server: ServerFixture;
let archiveReaders: WorkerPool;
let ingestion: ArchiveIngestion;
let owner: Member;

beforeAll(async () => {
  const quotas = {
    documents: LIMIT,
    bytes: undefined,
    members: undefined,
    guests: undefined,
    datasets: undefined,
  };
  server = await createServerFixture({ settings: { quotas } });
  const { settings, database, queue, log } = server.dependencies;
  archiveReaders = createWorkerPool({
    size: 2,
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  const storage = await openStorage(storageLocation(settings));
  const batches = { first: 2, most: 2 };
  ingestion = {
    database,
    storage,
    queue,
    archiveReaders,
    archiveRotation: createRotation(),
    limits: settings,
    quotas,
    log,
    batches,
  };
  owner = await server.person();
});
afterAll(async () => {
  archiveReaders.close();
  await server.close();
});

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `folder/${from + at}.txt`);

async function newDataset(organizationId: string) {
  const json = { name: 'Library' };
  const created = await owner.call('POST', '/datasets', { organizationId, json });
  const { id } = await readJson<{ id: string }>(created);
  return {
    upload: async (paths: readonly string[], text = 'Text.', deleteOrphans = false) => {
      const path = `/datasets/${id}/archives?delete_orphans=${deleteOrphans}`;
      const response = await owner.call('POST', path, {
        organizationId,
        body: Uint8Array.from(buildZip(paths.map((name) => ({ name, content: text })))),
        headers: { 'Content-Type': 'application/zip' },
      });
      return { organizationId, archiveId: (await readJson<{ id: string }>(response)).id };
    },
    archives: async () => {
      const response = await owner.call('GET', `/datasets/${id}/archives`, { organizationId });
      return (await readJson<{ archives: Archive[] }>(response)).archives;
    },
    countRows: async () => {
      const [row] = await server.database.query<{ documents: number; folders: number }>(
        `SELECT (SELECT count(*) FROM documents WHERE dataset_id = $1) AS documents,
           (SELECT count(*) FROM folders WHERE dataset_id = $1) AS folders`,
        [id],
      );
      return row;
    },
  };
}

const ingest = (organizationId: string) => ingestNext(ingestion, runOf(organizationId));

async function used(organizationId: string): Promise<number> {
  const response = await owner.call('GET', `/organizations/${organizationId}/usage`);
  return (await readJson<Usage>(response)).documents.used;
}

test('an archive that exceeds the quota of documents fails with a sentence, and merges nothing', async () => {
  const organizationId = await server.organization(owner);
  const dataset = await newDataset(organizationId);
  await dataset.upload(['a.txt', 'b.txt']);
  await ingest(organizationId);
  await dataset.upload(numbered(0, 9));
  await ingest(organizationId);
  expect((await dataset.archives())[0]).toMatchObject({
    status: 'failed',
    error:
      'This organization may have 10 documents and has 2; the archive adds 9 documents. Upload fewer files, delete a dataset, or ask the operator of this server for more.',
  });
  expect(await dataset.countRows()).toEqual({ documents: 2, folders: 0 });
});

test('files that replace documents need no room, nor do those whose orphans are deleted', async () => {
  const organizationId = await server.organization(owner);
  const dataset = await newDataset(organizationId);
  await dataset.upload(numbered(0, LIMIT));
  await ingest(organizationId);
  await dataset.upload(numbered(0, LIMIT), 'Newer.');
  await ingest(organizationId);
  await dataset.upload(numbered(5, 5 + LIMIT), 'Newest.', true);
  await ingest(organizationId);
  const statuses = (await dataset.archives()).map(({ status }) => status);
  expect(statuses).toEqual(['processing', 'completed', 'completed']);
  expect(await used(organizationId)).toBe(LIMIT);
});

test('S-quota: archives that are merged at the same time do not exceed the quota of documents', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const organizationId = await server.organization(owner);
    const datasets = await Promise.all([0, 1].map(() => newDataset(organizationId)));
    await Promise.all(datasets.map(({ upload }) => upload(numbered(0, 6))));
    await Promise.all(datasets.map(() => ingest(organizationId)));
    const rows = await Promise.all(datasets.map(({ countRows }) => countRows()));
    expect(rows.map((row) => row?.documents ?? 0).toSorted((one, other) => one - other)).toEqual([
      0, 6,
    ]);
    expect(await used(organizationId)).toBe(6);
  }
}, 600_000);
