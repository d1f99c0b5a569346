import { randomUUID } from 'node:crypto';

import {
  deletedDocumentsSchema,
  restoredDocumentsSchema,
  searchResponseSchema,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { resumePurgingDocuments } from '../../processing/jobs/purge/purge-documents-job.ts';
import {
  purgeRemovedDocuments,
  secondsUntilFinal,
} from '../../processing/jobs/purge/purge-removed-documents.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  await fixture.uploadFiles({
    'top.txt': 'Gasket at the top.',
    'f/a.txt': 'Gasket a.',
    'f/g/b.txt': 'Gasket b.',
    'f/sound.wav': 'RIFF....WAVEfmt ',
  });
});
afterAll(() => first.close());

const base = () => `/datasets/${fixture.datasetId}`;
const post = (path: string, json: unknown) =>
  fixture.call('POST', `${base()}/documents/${path}`, json);
const remove = async (json: unknown) =>
  parse(deletedDocumentsSchema, await (await post('delete', json)).json());
const paths = async () => (await fixture.documents()).map(({ path }) => path);
const folders = async () =>
  Object.fromEntries(
    (await fixture.navigate()).items
      .filter(({ item_type }) => item_type === 'folder')
      .map(({ path, document_count, failed_count }) => [path, [document_count, failed_count]]),
  );
const found = async () => {
  const response = await fixture.call('POST', `${base()}/search`, { query: 'gasket' });
  return parse(searchResponseSchema, await response.json())
    .results.map(({ document }) => document.path)
    .sort();
};
const purge = () =>
  purgeRemovedDocuments(fixture.server.database, {
    organizationId: fixture.organizationId,
    datasetId: fixture.datasetId,
  });
const rows = () =>
  fixture.server.database.query('SELECT path FROM documents WHERE dataset_id = $1 ORDER BY path', [
    fixture.datasetId,
  ]);

test('deleted documents are hidden from every list, count and search at once, and can be restored', async () => {
  const before = { paths: await paths(), folders: await folders(), found: await found() };
  const { removal, deleted } = await remove({ folder: 'f' });
  expect(deleted).toBe(3);
  expect(await paths()).toEqual(['top.txt']);
  expect(await folders()).toEqual({});
  expect(await found()).toEqual(['top.txt']);
  expect(await fixture.waitUntilProcessed()).toMatchObject({ embedded: 1, total: 1 });

  const response = await post('restore', { removal });
  expect(parse(restoredDocumentsSchema, await response.json())).toEqual({ restored: 3 });
  expect({ paths: await paths(), folders: await folders(), found: await found() }).toEqual(before);
  expect((await post('restore', { removal })).status).toBe(409);
});

test('after the time for undoing they are deleted, with the folders that they leave empty', async () => {
  const { removal } = await remove({ folder: 'f' });
  await purge();
  expect(await rows()).toEqual([{ path: 'top.txt' }]);
  expect(await folders()).toEqual({});
  expect((await post('restore', { removal })).status).toBe(409);
  const left = await fixture.server.database.query(
    'SELECT c.number FROM chunks c LEFT JOIN documents d ON d.id = c.document_id WHERE d.id IS NULL',
  );
  expect(left).toEqual([]);
});

test('folders and documents are deleted by several requests, and restored by one', async () => {
  const sound = (await fixture.documents()).find(({ path }) => path === 'f/sound.wav');
  const { removal } = await remove({ folders: ['f/g', 'none'], document_ids: [sound?.id] });
  expect(await remove({ folder: 'f', removal })).toEqual({ removal, deleted: 1 });
  expect(await paths()).toEqual(['top.txt']);
  const response = await post('restore', { removal });
  expect(parse(restoredDocumentsSchema, await response.json())).toEqual({ restored: 3 });
});

test('an act can be undone until its last document was hidden for some seconds', async () => {
  const { removal } = await remove({ folder: 'f/g' });
  const hideBefore = () =>
    fixture.server.database.query(
      `UPDATE documents SET removed_at = now() - interval '1 minute' WHERE removed_at IS NOT NULL`,
    );
  const act = {
    organizationId: fixture.organizationId,
    datasetId: fixture.datasetId,
    removal,
  };
  await hideBefore();
  expect(await secondsUntilFinal(fixture.server.database, act)).toBe(0);
  await remove({ folder: 'f', removal });
  expect(await secondsUntilFinal(fixture.server.database, act)).toBeGreaterThan(9);
  await hideBefore();
  expect(await secondsUntilFinal(fixture.server.database, act)).toBe(0);
});

test('a folder that still has documents stays', async () => {
  const a = (await fixture.documents()).find(({ path }) => path === 'f/a.txt');
  expect(await remove({ document_ids: [a?.id] })).toMatchObject({ deleted: 1 });
  await purge();
  expect(await folders()).toEqual({ f: [2, 1] });
});

test('a path that was deleted can be uploaded again at once', async () => {
  const { removal } = await remove({ all: true });
  await fixture.uploadFiles({ 'f/a.txt': 'New text.' });
  expect(await paths()).toEqual(['f/a.txt']);
  expect(await rows()).toEqual([{ path: 'f/a.txt' }]);
  expect((await post('restore', { removal })).status).toBe(409);
});

test('ids of other datasets and unknown ids delete nothing', async () => {
  const documents = await fixture.documents();
  const own = fixture;
  fixture = await first.withNewDataset();
  const ids = [...documents.map(({ id }) => id), randomUUID()];
  expect(await remove({ document_ids: ids })).toMatchObject({ deleted: 0 });
  fixture = own;
  expect(await paths()).toHaveLength(4);
});

test('documents that a crash left hidden are deleted later', async () => {
  const { database, queue } = fixture.server.dependencies;
  await remove({ all: true });
  await database.query(
    `UPDATE documents SET removed_at = now() - interval '2 minutes' WHERE removed_at IS NOT NULL`,
  );
  await resumePurgingDocuments(database, queue);
  await expect.poll(rows, { timeout: 20_000 }).toEqual([]);
});
