import { randomBytes, randomUUID } from 'node:crypto';

import { documentDetailSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture({}, { maxUploadBytes: 4_000_000 });
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
const place = (id: string) => `/datasets/${fixture.datasetId}/documents/${id}`;
const replace = (id: string, body: Uint8Array<ArrayBuffer>) =>
  fixture.owner.call('POST', `${place(id)}/replace`, {
    organizationId: fixture.organizationId,
    body,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
const bytes = (text: string) => new TextEncoder().encode(text);
const detail = async (id: string) =>
  parse(documentDetailSchema, await (await fixture.call('GET', place(id))).json());
const content = async (id: string) =>
  Buffer.from(await (await fixture.call('GET', `${place(id)}/content`)).arrayBuffer());

test('a document gets new bytes and chunks, and all others stay', async () => {
  await fixture.uploadFiles({ 'f/Über a.txt': 'Old text.', 'b.txt': 'Other text.' });
  const id = await idOf('f/Über a.txt');
  const other = await detail(await idOf('b.txt'));
  expect((await replace(id, bytes('New text.'))).status).toBe(201);
  await fixture.waitUntilProcessed();
  expect(await idOf('f/Über a.txt')).toBe(id);
  expect((await content(id)).toString()).toBe('New text.');
  const { history, status } = await detail(id);
  expect(status).toBe('embedded');
  expect(history.filter(({ stage }) => stage === 'received')).toHaveLength(2);
  expect(await detail(other.id)).toEqual(other);
  expect((await fixture.archives())[0]?.name).toBe('Über a.txt');
});

test('large and empty contents arrive whole', async () => {
  await fixture.uploadFiles({ 'a.bin': 'Old.' });
  const id = await idOf('a.bin');
  for (const body of [randomBytes(3_000_000), Buffer.alloc(0)]) {
    expect((await replace(id, Uint8Array.from(body))).status).toBe(201);
    await fixture.waitUntilProcessed();
    expect((await content(id)).equals(body)).toBe(true);
  }
});

test('a document that is gone, or unknown, is not created', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Text.' });
  const id = await idOf('a.txt');
  expect((await replace(randomUUID(), bytes('Text.'))).status).toBe(404);
  await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/delete`, { all: true });
  expect((await replace(id, bytes('Text.'))).status).toBe(404);
  expect(await fixture.documents()).toEqual([]);
});

test('bytes beyond the largest upload are refused, and the document stays', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Text.' });
  const id = await idOf('a.txt');
  expect((await replace(id, Uint8Array.from(randomBytes(5_000_000)))).status).toBe(413);
  expect((await content(id)).toString()).toBe('Text.');
});
