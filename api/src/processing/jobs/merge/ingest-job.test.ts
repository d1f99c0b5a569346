import { existsSync, readFileSync } from 'node:fs';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { interruptAfter } from '@carrel/testing/faults/interrupt-after.ts';
import type { Database } from '../../../platform/database/database.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { claimDocuments, runOf } from '@carrel/testing/claim-documents.ts';
import { createTestIngestion, type TestIngestion } from '@carrel/testing/test-ingestion.ts';
import { ingestNext } from './ingest-job.ts';
import { deleteDatasetRows } from '../purge/delete-dataset-rows.ts';
import { createTransitionWriter } from '../../rows/transitions/transition-writer.ts';
import { createWorkerPool } from '../../../extraction/workers/worker-pool.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const ROUNDS = hardCount(4, 100);

let server: ServerFixture;
let ingestion: TestIngestion;
let owner: Member;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  // Without a pipeline: only the test handles jobs.
  server = await createServerFixture();
  ingestion = await createTestIngestion(server);
  owner = await server.person();
  organizationId = await server.organization(owner);
});
beforeEach(async () => {
  datasetId = await createDataset();
});
afterAll(async () => {
  ingestion.close();
  await server.close();
});

async function createDataset(): Promise<string> {
  const created = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Library' },
  });
  return (await readJson<{ id: string }>(created)).id;
}

/** The ids of the processes that this one has started (Linux, /proc). */
function childProcesses(): string[] {
  const file = `/proc/self/task/${process.pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean) : [];
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `f${(from + at) % 3}/${from + at}.txt`);

/** Uploads files of these paths, whose bytes are the text. */
async function upload(paths: readonly string[], text: string, deleteOrphans = false) {
  const zip = buildZip(paths.map((name) => ({ name, content: text })));
  const response = await owner.call(
    'POST',
    `/datasets/${datasetId}/archives?delete_orphans=${deleteOrphans}`,
    {
      organizationId,
      body: Uint8Array.from(zip),
      headers: { 'Content-Type': 'application/zip' },
    },
  );
  return { organizationId, archiveId: (await readJson<{ id: string }>(response)).id };
}

/** Uploads files as `upload` does, and ingests them. */
async function ingest(...files: Parameters<typeof upload>): Promise<void> {
  await upload(...files);
  expect(await ingestNext(ingestion, runOf(organizationId))).toBe(true);
}

async function documents(): Promise<{ path: string; size: number }[]> {
  const path = `/datasets/${datasetId}/documents?limit=200`;
  const list = await readJson<DocumentList>(await owner.call('GET', path, { organizationId }));
  return list.documents.map(({ path: of, size }) => ({ path: of, size }));
}

const paths = async () => (await documents()).map(({ path }) => path);

test('a document that is written by its path is stored and merged without a worker process', async () => {
  const before = childProcesses();
  const path = `/datasets/${datasetId}/documents/by-path?path=a.txt`;
  const response = await owner.call('PUT', path, {
    organizationId,
    body: new TextEncoder().encode('One.'),
    headers: { 'Content-Type': 'application/octet-stream', Prefer: 'wait=0' },
  });
  expect(response.status).toBe(202);
  expect(childProcesses().filter((id) => !before.includes(id))).toEqual([]);
  const archiveReaders = createWorkerPool({
    size: 1,
    idleMilliseconds: 1,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  archiveReaders.close();
  expect(await ingestNext({ ...ingestion, archiveReaders }, runOf(organizationId))).toBe(true);
  expect(await documents()).toEqual([{ path: 'a.txt', size: 4 }]);
});

test('U5: an archive interrupted after each transaction deletes nothing before all is merged, and duplicates nothing', async () => {
  await ingest(numbered(0, 40), 'Old.');
  const [own, other] = [datasetId, await createDataset()];
  datasetId = other;
  await ingest(numbered(0, 5), 'Other.');
  datasetId = own;

  const wanted = numbered(20, 60);
  const orphans = numbered(0, 20);
  const job = await upload(wanted, 'Newer.', true);
  const run = runOf(organizationId);
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    const database = interruptAfter(runs, server.database);
    isDone = await ingestNext({ ...ingestion, database }, run).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(new Error('interrupted'));
        return false;
      },
    );
    const now = await documents();
    const there = new Set(now.map(({ path }) => path));
    expect(there.size).toBe(now.length);
    const isMerged = wanted.every((path) =>
      now.some((document) => document.path === path && document.size === 'Newer.'.length),
    );
    expect(isMerged ? [] : orphans.filter((path) => !there.has(path))).toEqual([]);
  }
  expect(runs).toBeGreaterThan(15);
  expect(await paths()).toEqual([...wanted].sort());
  const receipt = await owner.call(
    'GET',
    `/datasets/${datasetId}/archives/${job.archiveId}/entries`,
    { organizationId },
  );
  expect((await readJson<{ counts: unknown }>(receipt)).counts).toEqual({
    added: 20,
    changed: 20,
    unchanged: 0,
    refused: 0,
    removed: 20,
    total: 60,
  });
  expect(await server.database.query('SELECT path FROM archive_entries')).toEqual([]);
  datasetId = other;
  expect(await paths()).toEqual(numbered(0, 5).sort());
});

test('a folder is deleted with the last orphan in it', async () => {
  await ingest(['a/b/c.txt', 'a/d.txt', 'e/f.txt'], 'Text.');
  await ingest(['a/d.txt'], 'Text.', true);
  const folders = await server.database.query('SELECT path FROM folders WHERE dataset_id = $1', [
    datasetId,
  ]);
  expect(folders).toEqual([{ path: 'a' }]);
});

test('U5: an archive waits for those uploaded before it, and wins over them', async () => {
  const earlier = await upload(['a.txt', 'b.txt'], 'Earlier.');
  await upload(['b.txt', 'c.txt'], 'Late.', true);
  const claimed = runOf(organizationId);
  await server.database.query('UPDATE archives SET attempt = $2, turn = $2 WHERE id = $1', [
    earlier.archiveId,
    claimed.id,
  ]);
  expect(await ingestNext(ingestion, runOf(organizationId))).toBe(false);
  expect(await paths()).toEqual([]);
  expect(await ingestNext(ingestion, claimed)).toBe(true);
  expect(await paths()).toEqual(['a.txt', 'b.txt']);
  expect(await ingestNext(ingestion, runOf(organizationId))).toBe(true);
  expect(await documents()).toEqual([
    { path: 'b.txt', size: 5 },
    { path: 'c.txt', size: 5 },
  ]);
});

test('U5: a worker whose archive was claimed by another changes nothing any more', async () => {
  await ingest(numbered(0, 40), 'Old.');
  const job = await upload(numbered(0, 1), 'Newer.', true);
  let transactions = 0;
  const database: Database = {
    ...server.database,
    tenant: async (organization, work) => {
      transactions += 1;
      // At this point the files are staged, and nothing is merged.
      if (transactions === 5) {
        await server.database.query(
          'UPDATE archives SET attempt = gen_random_uuid() WHERE id = $1',
          [job.archiveId],
        );
      }
      return server.database.tenant(organization, work);
    },
  };
  const before = await documents();
  const run = runOf(organizationId);
  await ingestNext({ ...ingestion, database }, run);
  expect(transactions).toBe(5);
  expect(await documents()).toEqual(before);
  await ingestNext(ingestion, run);
  expect(await paths()).toEqual(numbered(0, 1));
});

/** Writes transitions of all documents of the dataset, again and again. */
async function writeTransitions(order: 'ASC' | 'DESC', until: AbortSignal): Promise<void> {
  const writer = createTransitionWriter(server.database);
  while (!until.aborted) {
    const rows = await server.database.query<{ id: string }>(
      `SELECT id FROM documents WHERE dataset_id = $1 ORDER BY path ${order}`,
      [datasetId],
    );
    const ids = rows.map(({ id }) => id);
    const claimed = await claimDocuments(server.database, organizationId, ids);
    await Promise.all(
      claimed.map(({ id, attempt }) =>
        writer.write({
          organizationId,
          documentId: id,
          attempt,
          from: 'ingested',
          to: 'partitioned',
          blocks: [{ kind: 'paragraph', text: 'Text.' }],
        }),
      ),
    );
  }
}

test(
  `merging and processing the same documents, ${ROUNDS} times, never deadlocks`,
  async () => {
    const merged = new AbortController();
    const merges = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const [from, to] = round % 2 === 0 ? [0, 60] : [30, 90];
        await ingest(numbered(from, to), `Round ${round}.`, true);
      }
      merged.abort();
    };
    // The database would break a deadlock by refusing one of them.
    await Promise.all([
      merges(),
      writeTransitions('ASC', merged.signal),
      writeTransitions('DESC', merged.signal),
    ]);
    const last = (ROUNDS - 1) % 2 === 0 ? numbered(0, 60) : numbered(30, 90);
    expect(await paths()).toEqual(last.sort());
  },
  120_000 + ROUNDS * 2000,
);

test(
  `a dataset that is deleted while it is merged into and processed leaves nothing behind, ${ROUNDS} times`,
  async () => {
    const { database, queue } = server.dependencies;
    for (let round = 0; round < ROUNDS; round += 1) {
      datasetId = await createDataset();
      await upload(numbered(0, 60), 'Text.');
      const merged = ingestNext(ingestion, runOf(organizationId));
      const deleted = new AbortController();
      const transitions = [
        writeTransitions('ASC', deleted.signal),
        writeTransitions('DESC', deleted.signal),
      ];
      await expect
        .poll(async () => (await documents()).length, { timeout: 30_000 })
        .toBeGreaterThanOrEqual((round % 6) * 10);
      const response = await owner.call('DELETE', `/datasets/${datasetId}`, { organizationId });
      expect(response.status).toBe(204);
      await deleteDatasetRows({ database, queue }, { organizationId, datasetId });
      deleted.abort();
      await Promise.all([merged, ...transitions]);
      const left = await database.query(
        'SELECT id FROM datasets WHERE id = $1 UNION ALL SELECT id FROM documents WHERE dataset_id = $1',
        [datasetId],
      );
      expect(left).toEqual([]);
    }
  },
  120_000 + ROUNDS * 10_000,
);
