import {
  documentChunksSchema,
  documentDetailSchema,
  reprocessResultSchema,
  searchResponseSchema,
  settingsDriftSchema,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

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
const change = (json: unknown) => fixture.call('PATCH', base(), json);
const drift = async () =>
  parse(settingsDriftSchema, await (await fixture.call('GET', `${base()}/settings-drift`)).json());
const reprocess = async (json: unknown) =>
  parse(
    reprocessResultSchema,
    await (await fixture.call('POST', `${base()}/documents/reprocess`, json)).json(),
  );
const settled = () =>
  expect.poll(async () => (await drift()).reprocessing, { timeout: 30_000 }).toBe(0);
const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
const chunksOf = async (path: string) =>
  parse(
    documentChunksSchema,
    await (await fixture.call('GET', `${base()}/documents/${await idOf(path)}/chunks`)).json(),
  );
const historyOf = async (path: string) =>
  parse(
    documentDetailSchema,
    await (await fixture.call('GET', `${base()}/documents/${await idOf(path)}`)).json(),
  ).history;
const found = async (query: string) => {
  const response = await fixture.call('POST', `${base()}/search`, { query });
  return parse(searchResponseSchema, await response.json()).results.map(({ text }) => text);
};

const LONG = Array.from({ length: 20 }, (_, number) => `Sentence ${number} is about gaskets.`).join(
  ' ',
);

test('documents of older settings are counted, and processed again on request', async () => {
  await fixture.uploadFiles({ 'f/a.txt': LONG, 'b.txt': LONG, 'f/c.txt': 'Short.' });
  expect(await drift()).toMatchObject({ outdated: 0, reprocessing: 0 });
  expect((await chunksOf('f/a.txt')).total).toBe(1);
  await change({ metadata_parameters: { chunk_size: 100, chunk_overlap: 0 } });
  expect(await drift()).toMatchObject({ outdated: 3, reprocessing: 0 });

  expect(await reprocess({ folder: 'f' })).toEqual({ reprocessed: 2, skipped: [] });
  await settled();
  expect(await drift()).toMatchObject({ outdated: 1, reprocessing: 0 });
  expect((await chunksOf('f/a.txt')).total).toBeGreaterThan(5);
  expect((await chunksOf('b.txt')).total).toBe(1);

  expect(await reprocess({ outdated: true })).toEqual({ reprocessed: 1, skipped: [] });
  await settled();
  expect(await drift()).toMatchObject({ outdated: 0, reprocessing: 0 });
  expect((await historyOf('b.txt')).slice(-2)).toMatchObject([
    { stage: 'partition', attempt: 2 },
    { stage: 'chunk', attempt: 2, settings: { chunk_size: 100 } },
  ]);
  const texts = await found('gaskets');
  expect(texts.length).toBeGreaterThan(2);
  expect(texts.every((text) => text.length <= 100)).toBe(true);
});

test('a document stays as it is, and searchable, where it cannot be processed again', async () => {
  await fixture.uploadFiles({ 'a.txt': LONG });
  const before = await chunksOf('a.txt');
  await change({ chunk_template: '{% for i in (1..100000000) %}x{% endfor %}' });
  expect(await reprocess({ all: true })).toMatchObject({ reprocessed: 1 });
  await settled();
  expect(await chunksOf('a.txt')).toEqual(before);
  expect(await found('gaskets')).toHaveLength(1);
  expect((await fixture.documents())[0]).toMatchObject({ status: 'embedded', error: null });
  expect((await historyOf('a.txt')).at(-1)).toMatchObject({
    stage: 'chunk',
    error: expect.stringContaining('template') as unknown,
  });
});

test('documents that wait to be processed again are let go, and stay as they are', async () => {
  await fixture.uploadFiles({ 'a.txt': LONG, 'b.txt': LONG });
  await fixture.pipeline().database.query('UPDATE documents SET reprocessing = true, ocr_left = 1');
  expect(await drift()).toMatchObject({ reprocessing: 2 });
  const cancel = async () => (await fixture.call('DELETE', `${base()}/documents/reprocess`)).json();
  expect(await cancel()).toEqual({ cancelled: 2 });
  expect(await drift()).toMatchObject({ reprocessing: 0 });
  expect(await cancel()).toEqual({ cancelled: 0 });
  expect(await found('gaskets')).toHaveLength(2);
});

test('a document that is replaced meanwhile keeps its new content', async () => {
  await fixture.uploadFiles({ 'a.txt': LONG });
  await fixture.pipeline().database.query('UPDATE documents SET reprocessing = true');
  await fixture.uploadFiles({ 'a.txt': 'Replaced text.' });
  expect(await drift()).toMatchObject({ reprocessing: 0 });
  expect((await chunksOf('a.txt')).chunks).toMatchObject([{ text: 'Replaced text.' }]);
});

test('failed documents are retried, and those without bytes and text are skipped with the reason', async () => {
  await change({ keep_originals: false });
  await fixture.uploadFiles({ 'a.txt': 'Text.', 'sound.wav': 'RIFF....WAVEfmt ' });
  const gone = async () => {
    const response = await fixture.call('GET', `${base()}/documents/${await idOf('a.txt')}`);
    return parse(documentDetailSchema, await response.json()).original;
  };
  await expect.poll(gone, { timeout: 20_000 }).toBe('gone');
  await fixture.server.database.query('UPDATE chunks SET document_text = NULL');
  const result = await reprocess({ all: true });
  expect(result).toEqual({
    reprocessed: 1,
    skipped: [
      { id: await idOf('a.txt'), reason: 'The bytes of this file are gone. Upload it again.' },
    ],
  });
  await fixture.waitUntilProcessed();
  expect((await historyOf('sound.wav')).map(({ stage }) => stage)).toEqual([
    'received',
    'partition',
    'retry',
    'partition',
  ]);
});

test('a document whose bytes are gone is split again from its stored blocks', async () => {
  await change({ keep_originals: false });
  // Blocks are stored of documents that are processed alone.
  await fixture.uploadFiles({ 'large.txt': `${LONG}\n\n`.repeat(500) });
  const path = `${base()}/documents/${await idOf('large.txt')}`;
  const original = async () =>
    parse(documentDetailSchema, await (await fixture.call('GET', path)).json()).original;
  await expect.poll(original, { timeout: 20_000 }).toBe('gone');
  const before = await chunksOf('large.txt');
  await change({ metadata_parameters: { chunk_size: 5000, chunk_overlap: 0 } });
  expect(await reprocess({ outdated: true })).toEqual({ reprocessed: 1, skipped: [] });
  await settled();
  expect((await chunksOf('large.txt')).total).toBeLessThan(before.total);
});
