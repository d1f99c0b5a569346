import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { seedIndex } from '@carrel/testing/retrieval/seed-index.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Queue } from '../../../platform/queue.ts';
import { createLog } from '../../../platform/log.ts';
import { searchWords } from '../../../search-index/search-words.ts';
import { segmentsOf } from '../../../search-index/segment-repository.ts';
import {
  createWordThread,
  type WordThread,
} from '../../../search-index/words/create-word-thread.ts';
import { createWorkerPool, type WorkerPool } from '../../../extraction/workers/worker-pool.ts';
import { resumeCompaction } from './compact-index-job.ts';
import { compactIndex, groupToMerge, type Compaction } from './compact-index.ts';

let database: Database;
let workers: WorkerPool;
let wordThread: WordThread;
let compaction: Compaction;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  workers = createWorkerPool({
    size: 2,
    idleMilliseconds: 60_000,
    heapMegabytes: 256,
    memoryMegabytes: 1024,
  });
  wordThread = createWordThread({ cacheBytes: 1_000_000 });
  compaction = { database, workers, log: createLog(() => undefined), isStopping: () => false };
  organizationId = randomUUID();
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [
    organizationId,
  ]);
});
afterAll(async () => {
  workers.close();
  await wordThread.close();
  await database.close();
});

/** Seeds documents that are in no segment yet. */
const seed = (texts: readonly string[]) =>
  seedIndex(
    { ...compaction, isStopping: () => true },
    organizationId,
    randomUUID(),
    texts.map((text, number) => ({ path: `${number}.txt`, chunks: [text] })),
  );

async function found(query: string): Promise<string[]> {
  const { candidates } = await searchWords(
    { reads: database, wordThread },
    { organizationId, datasetIds: [datasetId], query, limit: 1000, explain: false },
  );
  return candidates.map(({ documentId }) => documentId).toSorted();
}

const count = async (table: 'search_parts' | 'search_segments' | 'search_blocks') => {
  const where =
    table === 'search_blocks'
      ? 'segment_id IN (SELECT id FROM search_segments WHERE dataset_id = $1)'
      : 'dataset_id = $1';
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*) FROM ${table} WHERE ${where}`,
    [datasetId],
  );
  return row?.count;
};

const deleteSome = (limit: number) =>
  database.query<{ id: string }>(
    `DELETE FROM documents WHERE id IN (SELECT id FROM documents WHERE dataset_id = $1 LIMIT $2) RETURNING id`,
    [datasetId, limit],
  );

describe('compaction', () => {
  beforeEach(async () => {
    datasetId = await seed(Array.from({ length: 30 }, (_, number) => `wing number ${number}`));
  });

  test('moves documents from parts into a segment, and searches find the same', async () => {
    const before = await found('wing');
    expect(before).toHaveLength(30);
    await compactIndex(compaction, organizationId, datasetId);
    expect([await count('search_parts'), await count('search_segments')]).toEqual([0, 1]);
    expect(await found('wing')).toEqual(before);
  });

  test('by two at once leaves each document in one place', async () => {
    await Promise.all([
      compactIndex(compaction, organizationId, datasetId),
      compactIndex(compaction, organizationId, datasetId),
      compactIndex(compaction, organizationId, datasetId),
    ]);
    const documents = await found('wing');
    expect(documents).toHaveLength(30);
    expect(new Set(documents).size).toBe(30);
    expect(await count('search_parts')).toBe(0);
  });

  test('leaves out documents that have new chunks, or none any more', async () => {
    await deleteSome(5);
    await database.query(
      `UPDATE documents SET chunk_attempt = gen_random_uuid()
       WHERE id IN (SELECT id FROM documents WHERE dataset_id = $1 LIMIT 10)`,
      [datasetId],
    );
    await compactIndex(compaction, organizationId, datasetId);
    expect(await found('wing')).toHaveLength(15);
  });

  test('waits while few documents wait and more are on their way', async () => {
    await database.query(
      `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
       VALUES ($1, $2, 'next.txt', '', 'next.txt', 'next.txt', 1)`,
      [organizationId, datasetId],
    );
    await compactIndex(compaction, organizationId, datasetId);
    expect([await count('search_parts'), await count('search_segments')]).toEqual([30, 0]);
  });

  test('is asked for where documents wait, or most of a segment is obsolete', async () => {
    const asked = async () => {
      let sent = 0;
      const queue: Pick<Queue, 'send'> = {
        send: (_, payload) => {
          if ('datasetId' in payload && payload.datasetId === datasetId) sent += 1;
          return Promise.resolve();
        },
      };
      await resumeCompaction(database, queue as Queue);
      return sent;
    };
    expect(await asked()).toBe(1);
    await compactIndex(compaction, organizationId, datasetId);
    expect(await asked()).toBe(0);
    await deleteSome(5);
    await database.query('UPDATE search_segments SET documents = 1000 WHERE dataset_id = $1', [
      datasetId,
    ]);
    expect(await asked()).toBe(1);
    await compactIndex(compaction, organizationId, datasetId);
    expect(await asked()).toBe(0);
    expect(await found('wing')).toHaveLength(25);
  });

  test('keeps the part of a document until its transition is written', async () => {
    await database.query(
      `UPDATE documents SET attempt = chunk_attempt, chunk_attempt = NULL WHERE dataset_id = $1`,
      [datasetId],
    );
    await compactIndex(compaction, organizationId, datasetId);
    expect([await count('search_parts'), await count('search_segments')]).toEqual([30, 0]);
    await database.query(
      `UPDATE documents d SET chunk_attempt = p.attempt FROM search_parts p
       WHERE p.document_id = d.id AND d.dataset_id = $1`,
      [datasetId],
    );
    await compactIndex(compaction, organizationId, datasetId);
    expect(await count('search_parts')).toBe(0);
    expect(await found('wing')).toHaveLength(30);
  });

  test('that another one overtakes leaves no segment behind', async () => {
    const segments = segmentsOf(database, organizationId, datasetId);
    const parts = await segments.readParts(1000, 1e9);
    const merge = () =>
      workers.run(
        'mergeSegments',
        { parts, segments: [], obsolete: [] },
        { timeoutMilliseconds: 60_000 },
      );
    const [first, second] = [await merge(), await merge()];
    expect(await segments.replace(randomUUID(), first, { parts, segmentIds: [] })).toBe(true);
    expect(await segments.replace(randomUUID(), second, { parts, segmentIds: [] })).toBe(false);
    expect([await count('search_segments'), await count('search_blocks')]).toEqual([1, 1]);
    expect(await found('wing')).toHaveLength(30);
  });
});

test('compaction ends where the counts of a dataset are too low', async () => {
  datasetId = await seed(Array.from({ length: 300 }, (_, number) => `wing number ${number}`));
  await database.query('UPDATE dataset_counts SET embedded = 0 WHERE dataset_id = $1', [datasetId]);
  let steps = 0;
  const isStopping = () => (steps += 1) > 20;
  await compactIndex({ ...compaction, isStopping }, organizationId, datasetId);
  expect(steps).toBeLessThan(20);
  expect(await count('search_segments')).toBe(1);
  expect(await found('wing')).toHaveLength(300);
});

const segment = (id: string, chunks: number, documents = chunks) => ({
  id,
  chunks,
  documents,
  bytes: chunks * 200,
  isLegacy: false,
});
const ids = (group: readonly { id: string }[]) => group.map(({ id }) => id);

describe('segments', () => {
  test('are merged once eight are of about one size', () => {
    const seven = Array.from({ length: 7 }, (_, index) => segment(`${index}`, 100 + index));
    expect(groupToMerge([...seven, segment('large', 10_000)], 11_000)).toEqual([]);
    expect(ids(groupToMerge([...seven, segment('eighth', 120)], 1000))).toHaveLength(8);
  });

  test('are merged once most of their documents are obsolete', () => {
    expect(ids(groupToMerge([segment('a', 1000), segment('b', 9)], 300))).toEqual(['a', 'b']);
    expect(groupToMerge([segment('a', 1000), segment('b', 9)], 900)).toEqual([]);
  });

  test('that are large stay as they are', () => {
    expect(groupToMerge([segment('a', 1_000_000)], 0)).toEqual([]);
  });
});

test('R2: a search during compaction finds each document once', async () => {
  for (let round = 0; round < hardCount(3, 200); round += 1) {
    datasetId = await seed(Array.from({ length: 20 }, (_, number) => `flap number ${number}`));
    const compacted = compactIndex(compaction, organizationId, datasetId);
    const searches = await Promise.all(Array.from({ length: 5 }, () => found('flap')));
    await compacted;
    for (const documents of [...searches, await found('flap')]) {
      expect(new Set(documents).size).toBe(20);
      expect(documents).toHaveLength(20);
    }
  }
});
