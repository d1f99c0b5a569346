import {
  documentDetailSchema,
  foundDocumentsSchema,
  OLDER_READER_MAX,
  reprocessResultSchema,
  settingsDriftSchema,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { READER_VERSION } from '../../extraction/partition/reader-version.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const base = () => `/datasets/${fixture.datasetId}`;
const json = async (path: string) => (await fixture.call('GET', `${base()}${path}`)).json();
const drift = async () => parse(settingsDriftSchema, await json('/settings-drift'));
const detail = async (path: string) => {
  const id = (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
  return parse(documentDetailSchema, await json(`/documents/${id}`));
};
const press = async () => {
  const response = await fixture.call('POST', `${base()}/documents/reprocess`, {
    older_reader: true,
  });
  return parse(reprocessResultSchema, await response.json());
};
const settled = () =>
  expect.poll(async () => (await drift()).reprocessing, { timeout: 30_000 }).toBe(0);
const found = async () => {
  const page = parse(foundDocumentsSchema, await json('/documents/find?older_reader=true'));
  return page.documents.map(({ path }) => path);
};

/** Documents as an earlier version left them. */
const age = (where = 'true') =>
  fixture.server.database.query(
    `UPDATE documents SET reader = ${READER_VERSION - 1} WHERE dataset_id = $1 AND ${where}`,
    [fixture.datasetId],
  );

test('documents of an older reader say so, are found and counted, and one press reads them again', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.', 'f/b.html': '<p>Two.</p>', 'c.txt': 'Three.' });
  expect(await drift()).toEqual({ outdated: 0, reprocessing: 0, older_reader: 0 });
  expect(await detail('a.txt')).toMatchObject({ older_reader: false });
  await age(`path <> 'c.txt'`);
  expect(await drift()).toMatchObject({ older_reader: 2 });
  expect(await found()).toEqual(['a.txt', 'f/b.html']);
  expect(await detail('a.txt')).toMatchObject({ older_reader: true });
  expect(await detail('c.txt')).toMatchObject({ older_reader: false });

  expect(await press()).toEqual({ reprocessed: 2, skipped: [] });
  await settled();
  expect(await drift()).toMatchObject({ older_reader: 0 });
  expect(await found()).toEqual([]);
  expect(await detail('a.txt')).toMatchObject({ older_reader: false, attempts: 2 });
  expect(await detail('c.txt')).toMatchObject({ attempts: 1 });
  expect(await press()).toEqual({ reprocessed: 0, skipped: [] });
});

test('those that are being read again are counted as such', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.', 'b.txt': 'Two.' });
  await age();
  await fixture.server.database.query(
    `UPDATE documents SET reprocessing = true WHERE dataset_id = $1 AND path = 'a.txt'`,
    [fixture.datasetId],
  );
  expect(await drift()).toMatchObject({ reprocessing: 1, older_reader: 1 });
});

test('documents that failed, and those whose bytes are gone, are not offered', async () => {
  await fixture.call('PATCH', base(), { keep_originals: false });
  await fixture.uploadFiles({ 'a.txt': 'One.', 'sound.wav': 'RIFF....WAVEfmt ' });
  await expect.poll(async () => (await detail('a.txt')).original, { timeout: 20_000 }).toBe('gone');
  await age();
  expect(await drift()).toMatchObject({ older_reader: 0 });
  expect(await press()).toEqual({ reprocessed: 0, skipped: [] });
  expect(await detail('a.txt')).toMatchObject({ older_reader: true });
  expect(await detail('sound.wav')).toMatchObject({ older_reader: false });
});

test('one that this reader refuses keeps its text, and is not offered again', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.' });
  await age();
  // Its bytes do not have their checksum any more.
  await fixture.server.database.query(
    'UPDATE documents SET crc32 = crc32 + 1 WHERE dataset_id = $1',
    [fixture.datasetId],
  );
  expect(await press()).toMatchObject({ reprocessed: 1 });
  await settled();
  const { history, ...document } = await detail('a.txt');
  expect(document).toMatchObject({ status: 'embedded', chunk_count: 1, older_reader: false });
  expect(history.at(-1)).toMatchObject({
    stage: 'partition',
    error: expect.any(String) as unknown,
  });
  expect(await drift()).toMatchObject({ older_reader: 0 });
});

test('one press takes more documents than one transaction does', async () => {
  await fixture.uploadFiles(
    Object.fromEntries(Array.from({ length: 1100 }, (_, number) => [`${number}.txt`, 'Text.'])),
  );
  await age();
  expect(await drift()).toMatchObject({ older_reader: 1100 });
  expect(await press()).toEqual({ reprocessed: 1100, skipped: [] });
  expect(await drift()).toMatchObject({ older_reader: 0 });
}, 60_000);

test('they are counted up to ten thousand', async () => {
  await fixture.uploadFiles({ 'a.txt': 'One.' }, { purge_on_completion: false });
  await fixture.server.database.query(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size, status, sha256,
       archive_id, bytes_key, data_offset, compressed_size, method, crc32, chunk_attempt)
     SELECT d.organization_id, dataset_id, 'copy/' || n, 'copy', n, n, size, status, sha256,
       archive_id, bytes_key, data_offset, compressed_size, method, crc32, chunk_attempt
     FROM documents d, generate_series(1, 10010) n WHERE dataset_id = $1`,
    [fixture.datasetId],
  );
  expect(await drift()).toMatchObject({
    older_reader: OLDER_READER_MAX,
    older_reader_is_more: true,
  });
});
