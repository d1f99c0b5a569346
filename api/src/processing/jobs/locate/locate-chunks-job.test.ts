import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { ENDLESS } from '@carrel/testing/slices.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { readLibraryFile } from '@carrel/testing/zips/team-library.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openStorage, storageLocation } from '../../../platform/storage/open-storage.ts';
import { createWorkerPool, type WorkerPool } from '../../../extraction/workers/worker-pool.ts';
import { PoolClosed } from '../../../platform/workers/worker-failure.ts';
import { locateSome, sendLocateJobs } from './locate-chunks-job.ts';

interface Stored {
  path: string;
  number: number;
  start: number | null;
}

/** Small files, whose blocks are not stored. */
const FILES = [
  'Research/Papers/multi-column-2p.pdf',
  'Research/Papers/layout-parser-paper-fast.pdf',
  'Sales/Decks/sample-presentation.pptx',
  'Finance/2023/stanley-cups.xlsx',
  'Wiki/README.md',
];
/** Its blocks are. */
const LARGE = {
  name: 'large.txt',
  content: Array.from({ length: 20_000 }, (_, at) => `Sentence ${at}.`).join(' '),
};

const KEPT = { purge_on_completion: false };
const PURGED = { purge_on_completion: true };

let library: PipelineFixture;
let fixture: PipelineFixture;
let database: Database;
let workers: WorkerPool;

beforeAll(async () => {
  library = await createPipelineFixture();
  database = library.server.dependencies.database;
  workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 512,
    memoryMegabytes: 1536,
  });
});
beforeEach(async () => {
  await database.query('DELETE FROM chunk_locating');
  fixture = await library.withNewDataset();
});
afterAll(async () => {
  workers.close();
  await library.close();
});

const positions = () =>
  database.query<Stored>(
    `SELECT d.path, c.number, c.start_offset AS start, c.end_offset, c.page_first, c.page_last, c.headings
     FROM chunks c JOIN documents d ON d.organization_id = c.organization_id AND d.id = c.document_id
     WHERE d.dataset_id = $1 ORDER BY d.path, c.number`,
    [fixture.datasetId],
  );

const idsOf = async (path = '%') =>
  (
    await database.query<{ id: string }>(
      'SELECT id FROM documents WHERE dataset_id = $1 AND path LIKE $2',
      [fixture.datasetId, path],
    )
  ).map(({ id }) => id);

/** Makes the stored chunks as an earlier version left them. */
async function forgetPositions(): Promise<void> {
  await database.query(
    `UPDATE chunks SET start_offset = NULL, end_offset = NULL, page_first = NULL, page_last = NULL, headings = NULL,
       document_text = NULL
     WHERE organization_id = $1 AND document_id IN (SELECT unnest($2::uuid[]))`,
    [fixture.organizationId, await idsOf()],
  );
  await database.query('INSERT INTO chunk_locating (organization_id) VALUES ($1)', [
    fixture.organizationId,
  ]);
}

const organizationsLeft = () => database.query('SELECT organization_id FROM chunk_locating');

/** Archives and originals of the dataset that are not purged. */
const filesLeft = () =>
  database.query(
    `SELECT a.id FROM archives a WHERE a.dataset_id = $1 AND a.purged_at IS NULL
     UNION ALL
     SELECT f.key FROM original_files f
     JOIN documents d ON d.organization_id = f.organization_id AND coalesce(d.bytes_key, d.archive_id) = f.key
     WHERE d.dataset_id = $1`,
    [fixture.datasetId],
  );

const jobsLeft = async () => (await library.server.dependencies.queue.counts())['locate-chunks'];

async function runningWith(pool: WorkerPool) {
  const { settings, log } = library.server.dependencies;
  return {
    database: database.lowPriority,
    storage: await openStorage(storageLocation(settings)),
    workers: pool,
    log,
    allowance: { seconds: 60, secondsPerMegabyte: 0, megabytes: 512, megabytesPerMegabyte: 0 },
    isStopping: () => false,
  };
}

const locateAll = async (pool = workers) =>
  locateSome(await runningWith(pool), fixture.organizationId, ENDLESS);

/** Performs tasks like `workers`, and fails from a certain one on. */
function dyingAfter(tasks: number): WorkerPool {
  let performed = 0;
  return {
    run: (...task) =>
      (performed += 1) > tasks
        ? Promise.reject(new PoolClosed('The server is stopping'))
        : workers.run(...task),
    close: () => undefined,
  };
}

describe('Q4: chunks that were stored without their positions', () => {
  test('get those that they would have now, however often the job is interrupted', async () => {
    const files = await Promise.all(
      FILES.map(async (name) => ({ name, content: Buffer.from(await readLibraryFile(name)) })),
    );
    await fixture.upload(Uint8Array.from(buildZip([...files, LARGE])), KEPT);
    await fixture.waitUntilProcessed();
    const expected = await positions();
    expect(new Set(expected.map(({ path }) => path)).size).toBe(FILES.length + 1);
    expect(expected.filter(({ start }) => start === null)).toEqual([]);
    await forgetPositions();

    for (const tasks of [0, 3, 6]) {
      await expect(locateAll(dyingAfter(tasks))).rejects.toThrow('The server is stopping');
      const located = (await positions()).filter(({ start }) => start !== null);
      expect(located.length > 0).toBe(tasks > 0);
      expect(located.length).toBeLessThan(expected.length);
    }
    expect(await locateAll()).toBeUndefined();
    expect(await positions()).toEqual(expected);
    expect(await organizationsLeft()).toEqual([]);
  });

  test('are found in the stored blocks where the bytes are gone', async () => {
    await fixture.uploadFiles({ [LARGE.name]: LARGE.content }, PURGED);
    const expected = await positions();
    await forgetPositions();
    await locateAll();
    expect(await positions()).toEqual(expected);
  });

  test('are found after the settings of the dataset were changed', async () => {
    const sections = Array.from(
      { length: 60 },
      (_, at) => `# Part ${at}\n\n${'Same words. '.repeat(9)}`,
    );
    await fixture.uploadFiles({ 'a.md': sections.join('\n\n') }, KEPT);
    const expected = await positions();
    await forgetPositions();
    await database.query(
      `UPDATE datasets SET metadata_parameters = '{"chunk_size": 400}' WHERE id = $1`,
      [fixture.datasetId],
    );
    await locateAll();
    expect(await positions()).toEqual(expected);
  });

  test('keep none where neither blocks nor bytes are left, and the job ends', async () => {
    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });
    await fixture.uploadFiles({ 'a.txt': 'Text.' }, PURGED);
    await expect.poll(filesLeft).toEqual([]);
    await forgetPositions();
    expect(await locateAll()).toBeUndefined();
    expect(await positions()).toMatchObject([{ path: 'a.txt', start: null }]);
    expect(await organizationsLeft()).toEqual([]);
  });

  test('keep none where the text is not the one of the chunk, and others are found', async () => {
    await fixture.uploadFiles({ 'a.txt': 'One.', 'b.txt': 'Two.' }, KEPT);
    await forgetPositions();
    await database.query(`UPDATE chunks SET text = 'Other.' WHERE document_id = ANY ($1::uuid[])`, [
      await idsOf('a.txt'),
    ]);
    await locateAll();
    expect(await positions()).toMatchObject([
      { path: 'a.txt', start: null },
      { path: 'b.txt', start: 0 },
    ]);
  });

  test('keep none of an attempt that was replaced meanwhile', async () => {
    await fixture.uploadFiles({ 'a.txt': 'One.' }, KEPT);
    await forgetPositions();
    const claiming: WorkerPool = {
      ...workers,
      run: async (...task) => {
        const output = await workers.run(...task);
        await database.query('UPDATE documents SET attempt = $2 WHERE dataset_id = $1', [
          fixture.datasetId,
          randomUUID(),
        ]);
        return output;
      },
    };
    await locateAll(claiming);
    expect(await positions()).toMatchObject([{ start: null }]);
  });

  test('are located by one job for each organization, sent again while some are left', async () => {
    await fixture.uploadFiles({ 'a.txt': 'One.' }, KEPT);
    const other = randomUUID();
    await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Others')`, [other]);
    await database.query('INSERT INTO chunk_locating (organization_id) VALUES ($1)', [other]);
    await forgetPositions();
    const { queue } = library.server.dependencies;
    await Promise.all([sendLocateJobs({ database, queue }), sendLocateJobs({ database, queue })]);
    await sendLocateJobs({ database, queue });
    await expect.poll(organizationsLeft, { timeout: 20_000 }).toEqual([]);
    expect(await positions()).toMatchObject([{ start: 0 }]);
    await expect.poll(jobsLeft).toBeUndefined();
    await sendLocateJobs({ database, queue });
    expect(await jobsLeft()).toBeUndefined();
  });
});
