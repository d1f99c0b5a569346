import { createHash } from 'node:crypto';

import {
  archiveReceiptSchema,
  manifestSchema,
  movedDocumentsSchema,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { unsentEntry } from '@carrel/testing/zips/unsent-entry.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  await fixture.uploadFiles({ 'a.txt': 'Text a.', 'b.txt': 'Text b.', 'f/c.txt': 'Text c.' });
});
afterAll(() => first.close());

const base = () => `/datasets/${fixture.datasetId}`;
const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? '';
const move = async (path: string, to: string, name?: string) => {
  const response = await fixture.call('POST', `${base()}/documents/move`, {
    document_ids: [await idOf(path)],
    to,
    ...(name !== undefined && { name }),
  });
  expect(parse(movedDocumentsSchema, await response.json()).moved).toBeGreaterThan(0);
  await fixture.waitUntilProcessed();
};
const follow = () => fixture.call('PATCH', base(), { moved_documents: 'follow' });
const paths = async () => (await fixture.documents()).map(({ path }) => path);
const textOf = async (path: string) =>
  (await fixture.call('GET', `${base()}/documents/${await idOf(path)}/content`)).text();
const manifest = async () =>
  parse(manifestSchema, await (await fixture.call('GET', `${base()}/manifest`)).json());
const receipt = async (id: string) => {
  const response = await fixture.call('GET', `${base()}/archives/${id}/entries`);
  return parse(archiveReceiptSchema, await response.json()).entries.map(
    ({ path, outcome, moved_to: to }) => `${path} ${outcome}${to === undefined ? '' : ` ${to}`}`,
  );
};

test('an archive finds a moved document where it is, and does not take it for an orphan', async () => {
  const id = await idOf('a.txt');
  await move('a.txt', 'moved', 'z.txt');
  const files = { 'a.txt': 'New a.', 'b.txt': 'Text b.' };
  const archive = await fixture.uploadFiles(files, { delete_orphans: true });
  expect(await paths()).toEqual(['b.txt', 'moved/z.txt']);
  expect(await idOf('moved/z.txt')).toBe(id);
  expect(await textOf('moved/z.txt')).toBe('New a.');
  expect(await receipt(archive)).toEqual([
    'a.txt changed moved/z.txt',
    'b.txt unchanged',
    'f/c.txt removed',
  ]);
});

test('by the other rule, a moved document goes back to the path of the archive', async () => {
  const id = await idOf('a.txt');
  await move('a.txt', 'moved');
  await follow();
  await fixture.uploadFiles({ 'a.txt': 'New a.' });
  expect(await paths()).toEqual(['a.txt', 'b.txt', 'f/c.txt']);
  expect(await idOf('a.txt')).toBe(id);
  expect(await textOf('a.txt')).toBe('New a.');
});

test('a receipt names no document that was moved away from a path which another has by now', async () => {
  await move('a.txt', '', 'x.txt');
  await move('f/c.txt', '', 'a.txt');
  await follow();
  const files = { 'a.txt': 'New.', 'b.txt': 'Text b.', 'x.txt': 'Other.' };
  const archive = await fixture.uploadFiles(files, { delete_orphans: true });
  expect(await receipt(archive)).toEqual(['a.txt changed', 'b.txt unchanged', 'x.txt refused']);
});

test('a moved document that the archive lacks is deleted where it is', async () => {
  await move('a.txt', 'moved');
  await fixture.uploadFiles({ 'b.txt': 'Text b.' }, { delete_orphans: true });
  expect(await paths()).toEqual(['b.txt']);
});

test('a file at whose path a document was moved is refused, and overwrites nothing', async () => {
  await move('a.txt', '', 'new.txt');
  const archive = await fixture.uploadFiles({ 'a.txt': 'Text a.', 'new.txt': 'Other.' });
  expect(await receipt(archive)).toEqual(['a.txt unchanged new.txt', 'new.txt refused']);
  expect(await textOf('new.txt')).toBe('Text a.');
});

test('what was moved in the source, too, is known by its new path from then on', async () => {
  const id = await idOf('a.txt');
  await move('a.txt', 'moved');
  const files = { 'moved/a.txt': 'New a.', 'b.txt': 'Text b.' };
  await fixture.uploadFiles(files, { delete_orphans: true });
  expect(await paths()).toEqual(['b.txt', 'moved/a.txt']);
  expect(await idOf('moved/a.txt')).toBe(id);
  await fixture.uploadFiles({ 'a.txt': 'Another a.' });
  expect(await paths()).toContain('a.txt');
});

test('documents that changed places keep them', async () => {
  const [a, b] = [await idOf('a.txt'), await idOf('b.txt')];
  await move('a.txt', '', 'c.txt');
  await move('b.txt', '', 'a.txt');
  await move('c.txt', '', 'b.txt');
  await fixture.uploadFiles({ 'a.txt': 'New a.', 'b.txt': 'New b.' });
  expect([await idOf('b.txt'), await idOf('a.txt')]).toEqual([a, b]);
  expect(await textOf('b.txt')).toBe('New a.');
  expect(await textOf('a.txt')).toBe('New b.');
});

test('by the other rule, documents that follow each other go back, in batches of any size', async () => {
  await follow();
  await move('b.txt', '', 'c.txt');
  await move('a.txt', '', 'b.txt');
  await move('f/c.txt', '', 'a.txt');
  const all = { 'a.txt': 'New a.', 'b.txt': 'New b.', 'c.txt': 'New c.', 'f/c.txt': 'New f/c.' };
  const pipeline: { batches?: object } = Object.assign(fixture.pipeline(), {
    batches: { first: 1, most: 1 },
  });
  const archive = await fixture.uploadFiles(all).finally(() => delete pipeline.batches);
  expect(await receipt(archive)).toEqual([
    'a.txt changed',
    'b.txt changed',
    'c.txt added',
    'f/c.txt changed',
  ]);
  expect(await textOf('b.txt')).toBe('New b.');
});

test('a file that was not sent is compared with the document that its path means, not with the one that is there', async () => {
  await move('a.txt', '', 'c.txt');
  await move('b.txt', '', 'a.txt');
  await move('c.txt', '', 'b.txt');
  const sha256 = createHash('sha256').update('Text b.').digest('hex');
  const zip = buildZip([unsentEntry('a.txt', sha256), unsentEntry('b.txt', sha256)]);
  const response = await fixture.upload(Uint8Array.from(zip));
  const { id } = (await response.json()) as { id: string };
  await fixture.waitUntilProcessed();
  expect(await receipt(id)).toEqual(['a.txt refused b.txt', 'b.txt unchanged a.txt']);
});

test('a write by path and a replacement are of the document that is there now', async () => {
  await move('a.txt', 'moved');
  const put = await fixture.owner.call('PUT', `${base()}/documents/by-path?path=a.txt`, {
    organizationId: fixture.organizationId,
    body: new TextEncoder().encode('Another'),
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  expect(put.status).toBe(201);
  const id = await idOf('moved/a.txt');
  const replaced = await fixture.owner.call('POST', `${base()}/documents/${id}/replace`, {
    organizationId: fixture.organizationId,
    body: new TextEncoder().encode('Replaced'),
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  expect(replaced.status).toBe(201);
  await fixture.waitUntilProcessed();
  expect(await textOf('moved/a.txt')).toBe('Replaced');
  expect(await textOf('a.txt')).toBe('Another');
});

test('the manifest tells by which path archives know a document, and the rule that was chosen', async () => {
  await move('a.txt', 'moved');
  expect((await manifest()).documents.at(-1)).toMatchObject({
    path: 'moved/a.txt',
    origin_path: 'a.txt',
  });
  expect(await manifest()).not.toHaveProperty('moved_documents');
  await follow();
  expect(await manifest()).toMatchObject({ moved_documents: 'follow' });
});

test('a folder that a person made is not deleted as it has no documents', async () => {
  await fixture.call('POST', `${base()}/folders`, { path: 'made/inner' });
  await fixture.uploadFiles({ 'b.txt': 'Text b.' }, { delete_orphans: true });
  expect((await fixture.navigate()).items.map(({ path }) => path)).toEqual(['made', 'b.txt']);
});
