import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { interruptAfter } from '@carrel/testing/faults/interrupt-after.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { cleanUpArchives, cleanUpFiles } from '../../housekeeping/clean-up-after-crash.ts';
import { purgeOriginals } from './purge-originals.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  earlier = new Set(['incoming', ...(await readdir(directory()))]);
});
afterAll(() => first.close());

const directory = () => join(first.server.dependencies.settings.dataDirectory, 'archives');
/** Files that the test before had not. */
const files = async () => (await readdir(directory())).filter((name) => !earlier.has(name));
let earlier = new Set<string>();

/** The stored originals of the dataset's documents, as they can be downloaded. */
async function originals(library = fixture): Promise<Record<string, string | number>> {
  const found: Record<string, string | number> = {};
  for (const { id, path } of await library.documents()) {
    const url = `/datasets/${library.datasetId}/documents/${id}/content`;
    const response = await library.call('GET', url);
    found[path] = response.ok ? await response.text() : response.status;
  }
  return found;
}

/** Waits until the archives that purge on completion are purged, and their files purged. */
async function settled(): Promise<void> {
  await expect
    .poll(
      async () =>
        fixture.server.database.query(
          `SELECT id FROM archives
           WHERE purge_on_completion AND purged_at IS NULL AND removed_at IS NULL
           UNION ALL SELECT key FROM original_files WHERE stale OR NOT indexed`,
        ),
      { timeout: 20_000 },
    )
    .toEqual([]);
}

async function usedBytes(): Promise<number> {
  const response = await fixture.call('GET', `/organizations/${fixture.organizationId}/usage`);
  const { bytes } = (await response.json()) as { bytes: { used: number } };
  return bytes.used;
}

/** Text that the tests before did not store. */
const noise = (seed: string) =>
  Array.from(
    { length: 500 },
    (_, at) => `${fixture.datasetId.slice(0, 8)}${seed}${at * 7919}`,
  ).join(' ');

test('the originals of a purged archive are kept, in its file', async () => {
  const texts = { 'a.txt': noise('a'), 'b.txt': noise('b') };
  const id = await fixture.uploadFiles(texts);
  await expect
    .poll(
      () => fixture.server.database.query('SELECT key FROM original_files WHERE key = $1', [id]),
      { timeout: 20_000 },
    )
    .toEqual([{ key: id }]);
  expect(await originals()).toEqual(texts);
  expect(await files()).toEqual([id]);
});

test('what a later archive replaces or deletes is purged, and the rest is kept', async () => {
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_versions: 0 });
  await fixture.uploadFiles({ 'a.txt': noise('a'), 'b.txt': noise('b'), 'c.txt': noise('c') });
  const before = await usedBytes();
  const texts = { 'a.txt': noise('a'), 'b.txt': noise('new') };
  await fixture.uploadFiles(texts, { delete_orphans: true });
  await settled();
  expect(await originals()).toEqual(texts);
  expect(await usedBytes()).toBeLessThan(before);
  const needed = await fixture.server.database.query<{ key: string }>(
    'SELECT DISTINCT bytes_key AS key FROM documents WHERE dataset_id = $1',
    [fixture.datasetId],
  );
  await expect
    .poll(async () => (await files()).sort(), { timeout: 20_000 })
    .toEqual(needed.map(({ key }) => key).sort());
});

test('the originals of a deleted archive are kept', async () => {
  const texts = { 'a.txt': noise('a') };
  const id = await fixture.uploadFiles(texts, { purge_on_completion: false });
  await fixture.call('DELETE', `/datasets/${fixture.datasetId}/archives/${id}`);
  await expect.poll(() => fixture.archives(), { timeout: 20_000 }).toEqual([]);
  await settled();
  expect(await originals()).toEqual(texts);
});

test('a content is stored once, whatever datasets and archives have it', async () => {
  const texts = { 'a.txt': noise('a'), 'b.txt': noise('b') };
  await fixture.uploadFiles(texts);
  await settled();
  const once = await usedBytes();
  const other = await fixture.withNewDataset();
  await other.uploadFiles({ 'copy.txt': texts['b.txt'], 'again/copy.txt': texts['b.txt'] });
  await settled();
  await expect.poll(usedBytes, { timeout: 20_000 }).toBe(once);
  await fixture.call('DELETE', `/datasets/${fixture.datasetId}`);
  await expect.poll(usedBytes, { timeout: 20_000 }).toBeLessThan(once);
  expect(await originals(other)).toEqual({
    'copy.txt': texts['b.txt'],
    'again/copy.txt': texts['b.txt'],
  });
  await fixture.call('DELETE', `/datasets/${other.datasetId}`);
  await expect.poll(files, { timeout: 20_000 }).toEqual([]);
});

test('bytes that a worker reads again are not moved until it has', async () => {
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_versions: 0 });
  const id = await fixture.uploadFiles({ 'a.txt': noise('a'), 'b.txt': noise('b') });
  await settled();
  const read = (reprocessing: boolean) =>
    fixture.server.database.query(
      `UPDATE documents SET reprocessing = $2, turn = gen_random_uuid()
       WHERE dataset_id = $1 AND name = 'a.txt'`,
      [fixture.datasetId, reprocessing],
    );
  await read(true);
  const texts = { 'a.txt': noise('a'), 'b.txt': noise('new') };
  await fixture.uploadFiles(texts);
  const keys = () =>
    fixture.server.database.query(
      `SELECT coalesce(bytes_key, archive_id) AS key FROM documents
       WHERE dataset_id = $1 AND name = 'a.txt'`,
      [fixture.datasetId],
    );
  await purgeOriginals(fixture.pipeline(), fixture.organizationId);
  expect(await keys()).toEqual([{ key: id }]);
  await read(false);
  await purgeOriginals(fixture.pipeline(), fixture.organizationId);
  await expect.poll(files, { timeout: 20_000 }).not.toContain(id);
  expect(await originals()).toEqual(texts);
});

test('what is twice in an archive is stored once', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 5 }, (_, copy) => [`${copy}.txt`, noise('same')]),
  );
  await fixture.uploadFiles(texts);
  await settled();
  const [stored] = await fixture.server.database.query<{
    size: number;
    places: number;
    packed: number;
  }>(
    `SELECT f.size, count(DISTINCT (d.data_offset, d.bytes_key)) AS places, max(d.compressed_size) AS packed
     FROM original_files f JOIN documents d ON d.bytes_key = f.key WHERE d.dataset_id = $1 GROUP BY f.key, f.size`,
    [fixture.datasetId],
  );
  expect(stored).toEqual({ size: stored?.packed, places: 1, packed: stored?.packed });
  expect(await originals()).toEqual(texts);
});

test('originals are purged with their dataset', async () => {
  await fixture.uploadFiles({ 'a.txt': noise('a') });
  await settled();
  await fixture.call('DELETE', `/datasets/${fixture.datasetId}`);
  await expect.poll(files, { timeout: 20_000 }).toEqual([]);
});

test('D9: purging that is interrupted after any transaction loses nothing, and leaves no file behind', async () => {
  const kept = { 'a.txt': noise('a'), 'b.txt': noise('b') };
  await fixture.uploadFiles({ ...kept, 'c.txt': noise('c') });
  await settled();
  const { database, storage, ...pipeline } = fixture.pipeline();
  await database.query(`DELETE FROM documents WHERE dataset_id = $1 AND path = 'c.txt'`, [
    fixture.datasetId,
  ]);
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    const interrupted = interruptAfter(runs, database);
    isDone = await purgeOriginals(
      { ...pipeline, storage, database: interrupted },
      fixture.organizationId,
    ).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(new Error('interrupted'));
        return false;
      },
    );
    expect(await originals()).toEqual(kept);
  }
  expect(runs).toBeGreaterThan(2);
  await cleanUpFiles(database, storage, 'all');
  expect(await originals()).toEqual(kept);
  await expect.poll(async () => (await files()).length, { timeout: 20_000 }).toBe(1);
});

test('a dataset that stops keeping originals while they are copied keeps none', async () => {
  const texts = { 'a.txt': noise('a'), 'b.txt': noise('b') };
  await fixture.uploadFiles(texts);
  await settled();
  const { storage, ...pipeline } = fixture.pipeline();
  await pipeline.database.query(
    `UPDATE original_files SET stale = true
     WHERE key IN (SELECT coalesce(bytes_key, archive_id) FROM documents WHERE dataset_id = $1)`,
    [fixture.datasetId],
  );
  const stage: typeof storage.stage = async (...copied) => {
    const path = `/datasets/${fixture.datasetId}`;
    expect((await fixture.call('PATCH', path, { keep_originals: false })).status).toBe(204);
    return storage.stage(...copied);
  };
  await purgeOriginals({ ...pipeline, storage: { ...storage, stage } }, fixture.organizationId);
  await settled();
  expect(await originals()).toEqual({ 'a.txt': 410, 'b.txt': 410 });
  await expect.poll(files, { timeout: 20_000 }).toEqual([]);
});

test.each([
  ['the purge', () => purgeOriginals(fixture.pipeline(), fixture.organizationId)],
  [
    'deleting its archive',
    async () => {
      const [archive] = await fixture.archives();
      await fixture.call('DELETE', `/datasets/${fixture.datasetId}/archives/${archive?.id}`);
      await cleanUpArchives(fixture.pipeline());
    },
  ],
])('a deleted document that can be shown again keeps its bytes through %s', async (_, act) => {
  const texts = { 'a.txt': noise('a'), 'b.txt': noise('b') };
  await fixture.uploadFiles(texts);
  await settled();
  const [a] = await fixture.documents();
  const { removal } = (await (
    await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/delete`, {
      document_ids: [a?.id],
    })
  ).json()) as { removal: string };
  // Something else has the file purged.
  await fixture.server.database.query(
    `UPDATE original_files SET stale = true
     WHERE key IN (SELECT coalesce(bytes_key, archive_id) FROM documents WHERE dataset_id = $1)`,
    [fixture.datasetId],
  );
  await act();
  await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/restore`, { removal });
  expect(await originals()).toEqual(texts);
});
