import { randomBytes, randomUUID } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { preparedDownloadSchema } from '@carrel/shared/contract';
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const prepare = (selections: unknown) =>
  fixture.call('POST', `/datasets/${fixture.datasetId}/documents/download`, { selections });
const prepared = async (selections: unknown) =>
  parse(preparedDownloadSchema, await (await prepare(selections)).json());
const open = (id: string) => fixture.call('GET', `/datasets/${fixture.datasetId}/downloads/${id}`);

async function filesOf(response: Response): Promise<Record<string, string>> {
  const zip = new ZipReader(new BlobReader(await response.blob()));
  const files: Record<string, string> = {};
  for (const entry of await zip.getEntries()) {
    if (entry.directory) continue;
    files[entry.filename] = await entry.getData(new TextWriter(), { checkSignature: true });
  }
  return files;
}

const FILES = {
  'top.txt': 'At the top.',
  'f/a.txt': 'Text a.',
  'f/g/Über b.txt': 'Text b.',
  'f/g/empty.txt': '',
  'z.txt': 'At the end.',
};

test('documents and folders are one zip of their originals', async () => {
  await fixture.uploadFiles(FILES);
  const top = (await fixture.documents()).find(({ path }) => path === 'top.txt');
  const selections = [{ folders: ['f/g', 'f'], document_ids: [top?.id] }];
  const { id, ...sizes } = await prepared(selections);
  expect(sizes).toMatchObject({ missing: 0 });
  const path = `/datasets/${fixture.datasetId}/downloads/${id}`;
  expect((await fixture.call('HEAD', path)).status).toBe(200);
  const response = await open(id);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-disposition': `attachment; filename="Library.zip"; filename*=UTF-8''Library.zip`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-type': 'application/zip',
  });
  const { 'z.txt': _, ...chosen } = FILES;
  expect(await filesOf(response)).toEqual(chosen);
});

test('the zip of a folder is called as the folder is, and says how much it holds', async () => {
  await fixture.uploadFiles(FILES);
  const { id, ...sizes } = await prepared([{ folder: 'f/g' }]);
  expect(sizes).toEqual({ documents: 2, bytes: 7, missing: 0 });
  expect((await open(id)).headers.get('content-disposition')).toContain('"g.zip"');
});

test('a mail is in a zip with its bytes, and its attachments alone where they are chosen alone', async () => {
  const mail = buildMail('Hello.', [{ name: 'note.txt', content: 'Five pumps.' }]);
  await fixture.upload(Uint8Array.from(buildZip([{ name: 'f/a.eml', content: mail }])));
  await fixture.waitUntilProcessed();
  const ids = (await fixture.documents()).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  for (const selection of [{ all: true }, { folder: 'f' }, { document_ids: ids }]) {
    const { id } = await prepared([selection]);
    expect(Object.keys(await filesOf(await open(id)))).toEqual(['f/a.eml']);
  }
  const { id } = await prepared([{ folder: 'f/a.eml' }]);
  expect(await filesOf(await open(id))).toEqual({ 'f/a.eml/note.txt': 'Five pumps.' });
});

test('large files keep their bytes, packed or not', async () => {
  const bytes = Buffer.concat([randomBytes(600_000), Buffer.alloc(900_000, 'x')]);
  const zip = buildZip([
    { name: 'stored.bin', content: bytes, method: 0 },
    { name: 'deflated.bin', content: bytes, method: 8 },
  ]);
  await fixture.upload(Uint8Array.from(zip));
  await fixture.waitUntilProcessed();
  const { id } = await prepared([{ all: true }]);
  const entries = await new ZipReader(new BlobReader(await (await open(id)).blob())).getEntries();
  expect(entries.map(({ filename }) => filename)).toEqual(['deflated.bin', 'stored.bin']);
  for (const entry of entries) {
    if (entry.directory) throw new Error('A directory was written');
    const content = await entry.getData(new Uint8ArrayWriter(), { checkSignature: true });
    expect(Buffer.from(content).equals(bytes)).toBe(true);
  }
});

test('documents without a stored original are named in a text file', async () => {
  await fixture.uploadFiles({ 'gone.txt': 'Text.', 'Not in this archive.txt': '' });
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });
  const sizes = async () => (await prepared([{ all: true }])).missing;
  await expect.poll(sizes, { timeout: 20_000 }).toBe(1);
  const { id } = await prepared([{ all: true }]);
  const files = await filesOf(await open(id));
  expect(Object.keys(files)).toEqual(['Not in this archive.txt', '_Not in this archive.txt']);
  expect(files['_Not in this archive.txt']).toContain('\ngone.txt\n');
});

test('a zip whose storage ends early is no whole file', async () => {
  const bytes = randomBytes(2_000_000);
  const zip = buildZip([{ name: 'a.bin', content: bytes, method: 0 }]);
  await fixture.upload(Uint8Array.from(zip), { purge_on_completion: false });
  await fixture.waitUntilProcessed();
  const [archive] = await fixture.archives();
  const { dataDirectory } = fixture.server.dependencies.settings;
  const { id } = await prepared([{ all: true }]);
  await truncate(join(dataDirectory, 'archives', archive?.id ?? ''), 1_000_000);
  const response = await open(id);
  await expect(response.arrayBuffer()).rejects.toThrow(
    'The stored file ends before the document does',
  );
});

test('a link is its owner’s, for an hour, and for as long as the dataset is there', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Text.' });
  const { id } = await prepared([{ all: true }]);
  expect((await open(randomUUID())).status).toBe(404);
  const other = await fixture.server.member(fixture.organizationId, 'Admin');
  const path = `/datasets/${fixture.datasetId}/downloads/${id}`;
  const { organizationId } = fixture;
  expect((await other.call('GET', path, { organizationId })).status).toBe(404);
  await fixture.server.database.query(
    `UPDATE document_downloads SET created_at = now() - interval '61 minutes' WHERE id = $1`,
    [id],
  );
  expect((await open(id)).status).toBe(404);
  await fixture.call('DELETE', `/datasets/${fixture.datasetId}`);
  expect((await prepare([{ all: true }])).status).toBe(404);
});

test('a selection without documents is no zip', async () => {
  for (const selection of [{ all: true }, { folder: 'none' }, { document_ids: [randomUUID()] }]) {
    const response = await prepare([selection]);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: 'There are no documents to download.' });
  }
});

test('of an organization the newest hundred links are kept', async () => {
  await fixture.uploadFiles({ 'a.txt': 'Text.' });
  for (let made = 0; made < 102; made += 1) await prepared([{ all: true }]);
  const [links] = await fixture.server.database.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM document_downloads WHERE organization_id = $1',
    [fixture.organizationId],
  );
  expect(links?.count).toBe(100);
});
