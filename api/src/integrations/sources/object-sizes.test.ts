import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createTestSources, type TestSources } from '@carrel/testing/sources/test-sources.ts';

let sources: TestSources;
beforeAll(async () => {
  sources = await createTestSources();
});
afterAll(() => sources.close());
beforeEach(() => {
  sources.empty();
});

const MEGABYTE = 1024 * 1024;

test('objects whose sizes the source does not tell are sent together, and large ones alone', async () => {
  const { place } = sources;
  for (let at = 0; at < 20; at += 1) place.files.set(`${at}.txt`, { text: `${at}`, size: null });
  place.files.set('30-large.txt', { text: 'Large. '.repeat(MEGABYTE / 2), size: null });
  const source = await sources.newSource();
  const run = await source.perform();
  expect(run).toMatchObject({ state: 'completed', read: 21, failed: 0 });
  expect(run.archive_ids.length).toBeLessThanOrEqual(3);
  expect(Object.keys(await source.documents())).toHaveLength(21);
});

test('an object that is larger than it was listed with is read, up to its limit', async () => {
  const { place } = sources;
  place.files.set('larger.txt', { text: 'Larger. '.repeat(MEGABYTE / 2), size: 10 });
  place.files.set('too-large.txt', { text: 'Too large. '.repeat(MEGABYTE), size: 10 });
  const source = await sources.newSource({ size_max: 8 * MEGABYTE });
  expect(await source.perform()).toMatchObject({ state: 'completed', read: 1, failed: 1 });
  expect(await source.objects('failed')).toMatchObject([
    { path: 'too-large.txt', reason: 'It is larger than is allowed.' },
  ]);
});

test('the first archive of a run is small, so that it is merged while more are read, and later ones are larger', async () => {
  const { place } = sources;
  place.pageSize = 1000;
  for (let at = 0; at < 530; at += 1) place.files.set(`${at}.txt`, { text: `Number ${at}.` });
  const source = await sources.newSource();
  expect(await source.perform()).toMatchObject({ state: 'completed', read: 530, failed: 0 });
  const sizes = await source.pipeline.server.dependencies.database.query<{ files: number }>(
    `SELECT count(*) AS files FROM archive_receipt_entries e JOIN archives a ON a.id = e.archive_id
     WHERE a.dataset_id = $1 GROUP BY a.number ORDER BY a.number`,
    [source.pipeline.datasetId],
  );
  expect(sizes.map(({ files }) => files)).toEqual([100, 400, 30]);
});
