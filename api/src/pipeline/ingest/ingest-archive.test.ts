import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openStorage, storageLocation } from '../../storage/open-storage.ts';
import type { Database } from '../../database/database.ts';
import { hardCount } from '../../../testing/hard-counts.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '../../../testing/server-fixture.ts';
import { claimArchive } from './claimed-archive.ts';
import { claimDocuments } from '../process/claimed-document.ts';
import { ingestArchive, type ArchiveIngestion } from './ingest-archive.ts';
import { removeDataset } from '../cleanup/remove-dataset.ts';
import { createTransitionWriter } from '../process/transition-writer.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';
import { buildZip } from '../../../testing/zips/build-zip.ts';

const ROUNDS = hardCount(4, 100);

let fixture: ServerFixture;
let workers: WorkerPool;
let ingestion: ArchiveIngestion;
let owner: Member;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  // Without a pipeline: nobody takes up the jobs but the test.
  fixture = await createServerFixture();
  const { settings, database, queue, log } = fixture.dependencies;
  workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  const storage = await openStorage(storageLocation(settings));
  const steps = { first: 10, most: 10 };
  ingestion = { database, storage, queue, workers, limits: settings, log, steps };
  owner = await fixture.person();
  organizationId = await fixture.organization(owner);
});
beforeEach(async () => {
  datasetId = await createDataset();
});
afterAll(async () => {
  workers.close();
  await fixture.close();
});

async function createDataset(): Promise<string> {
  const created = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Library' },
  });
  return (await readJson<{ id: string }>(created)).id;
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `f${(from + at) % 3}/${from + at}.txt`);

/** Uploads files of these paths, whose bytes are the text. */
async function upload(paths: readonly string[], text: string, deleteOrphans = false) {
  const zip = buildZip(paths.map((name) => ({ name, content: text })));
  const answer = await owner.call(
    'POST',
    `/datasets/${datasetId}/archives?delete_orphans=${deleteOrphans}`,
    {
      organizationId,
      body: Uint8Array.from(zip),
      headers: { 'Content-Type': 'application/zip' },
    },
  );
  return { organizationId, archiveId: (await readJson<{ id: string }>(answer)).id };
}

async function documents(): Promise<{ path: string; size: number }[]> {
  const path = `/datasets/${datasetId}/documents?limit=200`;
  const list = await readJson<DocumentList>(await owner.call('GET', path, { organizationId }));
  return list.documents.map(({ path: of, size }) => ({ path: of, size }));
}

const paths = async () => (await documents()).map(({ path }) => path);

/** The database, until a transaction that is not to be committed. */
function cutShort(database: Database, transactions: number): Database {
  let left = transactions;
  return {
    ...database,
    tenant: (organization, work) =>
      database.tenant(organization, async (tx) => {
        const result = await work(tx);
        left -= 1;
        if (left < 0) throw new Error('cut short');
        return result;
      }),
  };
}

test('U5: an archive cut short at each step in turn removes nothing before all is merged, and doubles nothing', async () => {
  await ingestArchive(ingestion, await upload(numbered(0, 40), 'Old.'));
  const [kept, datasetOfOthers] = [datasetId, await createDataset()];
  datasetId = datasetOfOthers;
  await ingestArchive(ingestion, await upload(numbered(0, 5), 'Other.'));
  datasetId = kept;

  const wanted = numbered(20, 60);
  const orphans = numbered(0, 20);
  const job = await upload(wanted, 'Newer.', true);
  let cuts = 0;
  for (let isDone = false; !isDone; cuts += 1) {
    const database = cutShort(fixture.database, cuts);
    isDone = await ingestArchive({ ...ingestion, database }, job).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(new Error('cut short'));
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
  expect(cuts).toBeGreaterThan(15);
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
  expect(await fixture.database.query('SELECT path FROM archive_entries')).toEqual([]);
  datasetId = datasetOfOthers;
  expect(await paths()).toEqual(numbered(0, 5).sort());
});

test('folders that hold nothing any more go with the last orphan in them', async () => {
  await ingestArchive(ingestion, await upload(['a/b/c.txt', 'a/d.txt', 'e/f.txt'], 'Text.'));
  await ingestArchive(ingestion, await upload(['a/d.txt'], 'Text.', true));
  const folders = await fixture.database.query('SELECT path FROM folders WHERE dataset_id = $1', [
    datasetId,
  ]);
  expect(folders).toEqual([{ path: 'a' }]);
});

test('U5: an archive waits for those before it, and so wins over them', async () => {
  const earlier = await upload(['a.txt', 'b.txt'], 'Earlier.');
  const later = await upload(['b.txt', 'c.txt'], 'Late.', true);
  await ingestArchive(ingestion, later);
  expect(await paths()).toEqual([]);
  await ingestArchive(ingestion, earlier);
  await ingestArchive(ingestion, later);
  expect(await documents()).toEqual([
    { path: 'b.txt', size: 5 },
    { path: 'c.txt', size: 5 },
  ]);
});

test('U5: a worker that was replaced changes nothing any more', async () => {
  await ingestArchive(ingestion, await upload(numbered(0, 40), 'Old.'));
  const job = await upload(numbered(0, 1), 'Newer.', true);
  let transactions = 0;
  const database: Database = {
    ...fixture.database,
    tenant: async (organization, work) => {
      transactions += 1;
      // By then the files are staged, and nothing is merged.
      if (transactions === 5) await claimArchive(fixture.database, job);
      return fixture.database.tenant(organization, work);
    },
  };
  const before = await documents();
  await ingestArchive({ ...ingestion, database }, job);
  expect(transactions).toBe(5);
  expect(await documents()).toEqual(before);
  await ingestArchive(ingestion, job);
  expect(await paths()).toEqual(numbered(0, 1));
});

/** Moves the dataset's documents on, all of them again and again. */
async function moveDocuments(order: 'ASC' | 'DESC', until: AbortSignal): Promise<void> {
  const writer = createTransitionWriter(fixture.database);
  while (!until.aborted) {
    const rows = await fixture.database.query<{ id: string }>(
      `SELECT id FROM documents WHERE dataset_id = $1 ORDER BY path ${order}`,
      [datasetId],
    );
    const ids = rows.map(({ id }) => id);
    const claimed = await claimDocuments(fixture.database, organizationId, ids);
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
  `merges and workers meet on the same documents, ${ROUNDS} times, and never wait for each other in a circle`,
  async () => {
    const merged = new AbortController();
    const merges = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const [from, to] = round % 2 === 0 ? [0, 60] : [30, 90];
        await ingestArchive(ingestion, await upload(numbered(from, to), `Round ${round}.`, true));
      }
      merged.abort();
    };
    // A circle would be broken by the database, which refuses one of them.
    await Promise.all([
      merges(),
      moveDocuments('ASC', merged.signal),
      moveDocuments('DESC', merged.signal),
    ]);
    const last = (ROUNDS - 1) % 2 === 0 ? numbered(0, 60) : numbered(30, 90);
    expect(await paths()).toEqual(last.sort());
  },
  120_000 + ROUNDS * 2000,
);

test(
  `a dataset is deleted while it is merged into and its documents move, ${ROUNDS} times, and nothing is left of it`,
  async () => {
    const { database, queue } = fixture.dependencies;
    for (let round = 0; round < ROUNDS; round += 1) {
      datasetId = await createDataset();
      const merged = ingestArchive(ingestion, await upload(numbered(0, 60), 'Text.'));
      const removed = new AbortController();
      const moves = [moveDocuments('ASC', removed.signal), moveDocuments('DESC', removed.signal)];
      await expect
        .poll(async () => (await documents()).length, { timeout: 30_000 })
        .toBeGreaterThanOrEqual((round % 6) * 10);
      const answer = await owner.call('DELETE', `/datasets/${datasetId}`, { organizationId });
      expect(answer.status).toBe(204);
      await removeDataset({ database, queue }, { organizationId, datasetId });
      removed.abort();
      await Promise.all([merged, ...moves]);
      const left = await database.query(
        'SELECT id FROM datasets WHERE id = $1 UNION ALL SELECT id FROM documents WHERE dataset_id = $1',
        [datasetId],
      );
      expect(left).toEqual([]);
    }
  },
  120_000 + ROUNDS * 10_000,
);
