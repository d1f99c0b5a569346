import { createHash, randomBytes } from 'node:crypto';

import { archiveListSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
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

const zipOf = (files: Record<string, string | Buffer>) =>
  Uint8Array.from(buildZip(Object.entries(files).map(([name, content]) => ({ name, content }))));

async function store(zip: Uint8Array<ArrayBuffer>, purge = true): Promise<string> {
  const response = await fixture.upload(zip, { sync: false, purge_on_completion: purge });
  return ((await response.json()) as { id: string }).id;
}

const path = (id: string) => `/datasets/${fixture.datasetId}/archives/${id}`;
const sync = (id: string) => fixture.call('POST', `${path(id)}/sync`);
const content = (id: string, headers: Record<string, string> = {}) =>
  fixture.owner.call('GET', `${path(id)}/content`, {
    organizationId: fixture.organizationId,
    headers,
  });
const texts = async () => {
  const found: Record<string, string> = {};
  for (const document of await fixture.documents()) {
    const url = `/datasets/${fixture.datasetId}/documents/${document.id}/content`;
    found[document.path] = await (await fixture.call('GET', url)).text();
  }
  return found;
};
const listed = async (id: string) => {
  const response = await fixture.call('GET', `/datasets/${fixture.datasetId}/archives`);
  const { archives } = parse(archiveListSchema, await response.json());
  return archives.find((archive) => archive.id === id);
};

test('a stored archive is added to its dataset, over what was uploaded meanwhile', async () => {
  const id = await store(zipOf({ 'a.txt': 'Stored.', 'b.txt': 'Stored too.' }));
  expect(await listed(id)).toMatchObject({ sync: false, stored: true, status: null });
  expect(await fixture.documents()).toEqual([]);
  const later = await fixture.uploadFiles({ 'a.txt': 'Uploaded later.' });
  expect((await sync(id)).status).toBe(204);
  await expect.poll(async () => (await listed(id))?.status, { timeout: 20_000 }).toBe('completed');
  await fixture.waitUntilProcessed();
  expect(await texts()).toEqual({ 'a.txt': 'Stored.', 'b.txt': 'Stored too.' });
  expect((await fixture.archives()).map((archive) => archive.id)).toEqual([later, id]);
});

test('Purge frees the bytes of a stored archive once it was added, and its entry stays', async () => {
  const id = await store(zipOf({ 'a.txt': 'Stored.' }));
  expect((await content(id)).status).toBe(200);
  await sync(id);
  await expect.poll(async () => (await content(id)).status, { timeout: 20_000 }).toBe(410);
  expect(await listed(id)).toMatchObject({ sync: true, stored: false });
});

test('an archive is added once', async () => {
  const id = await store(zipOf({ 'a.txt': 'Stored.' }), false);
  const statuses = (await Promise.all([sync(id), sync(id), sync(id)])).map(({ status }) => status);
  expect(statuses.sort((a, b) => a - b)).toEqual([204, 409, 409]);
  const added = await sync(id);
  expect(added.status).toBe(409);
  expect(await added.json()).toMatchObject({
    message: 'This archive was added to the dataset already.',
  });
  await fixture.waitUntilProcessed();
});

test('an archive that was deleted, or is of another dataset, is not found', async () => {
  const id = await store(zipOf({ 'a.txt': 'Stored.' }));
  const other = await fixture.withNewDataset();
  const elsewhere = `/datasets/${other.datasetId}/archives/${id}`;
  expect((await fixture.call('GET', `${elsewhere}/content`)).status).toBe(404);
  expect((await fixture.call('POST', `${elsewhere}/sync`)).status).toBe(404);
  await fixture.call('DELETE', path(id));
  expect((await content(id)).status).toBe(404);
  expect((await sync(id)).status).toBe(404);
});

test('a stored archive is downloaded as it was uploaded, also in ranges', async () => {
  const zip = zipOf({ 'a.txt': randomBytes(2_500_000) });
  const id = await store(zip, false);
  const whole = await content(id);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-disposition': `attachment; filename="library.zip"; filename*=UTF-8''library.zip`,
    'content-length': String(zip.length),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    etag: `"${createHash('sha256').update(zip).digest('hex')}"`,
  });
  expect(Buffer.from(await whole.arrayBuffer()).equals(zip)).toBe(true);
  const range = await content(id, { Range: 'bytes=1048570-1048589' });
  expect(range.status).toBe(206);
  expect(Buffer.from(await range.arrayBuffer()).equals(zip.subarray(1_048_570, 1_048_590))).toBe(
    true,
  );
});
