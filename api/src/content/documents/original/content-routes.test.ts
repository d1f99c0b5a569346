import { createHash, randomBytes } from 'node:crypto';
import { readdir, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { createApiKey } from '@carrel/testing/api-key.ts';
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

const directory = () => join(first.server.dependencies.settings.dataDirectory, 'archives');

async function content(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const id = (await fixture.documents()).find((document) => document.path === path)?.id;
  return fixture.owner.call('GET', `/datasets/${fixture.datasetId}/documents/${id}/content`, {
    organizationId: fixture.organizationId,
    headers,
  });
}

test('the original is an attachment that no browser runs', async () => {
  const text = '<script>alert(1)</script>';
  await fixture.uploadFiles({ 'Über "x".html': text });
  const response = await content('Über "x".html');
  expect(await response.text()).toBe(text);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="_ber _x_.html"; filename*=UTF-8''%C3%9Cber%20%22x%22.html`,
    'content-length': String(text.length),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-type': 'application/octet-stream',
    etag: `"${createHash('sha256').update(text).digest('hex')}"`,
    'x-content-type-options': 'nosniff',
  });
});

test('a key downloads from its organization, and from no other that the query names', async () => {
  await fixture.uploadFiles({ 'notes.txt': 'The text.' });
  const [document] = await fixture.documents();
  const key = await createApiKey(fixture.owner, fixture.organizationId, {
    scopes: ['documents:read'],
  });
  const statusOf = async (query: string) => {
    const path = `/datasets/${fixture.datasetId}/documents/${document?.id}/content${query}`;
    const headers = { Authorization: `Bearer ${key}` };
    return (await fixture.server.visitor().call('GET', path, { headers })).status;
  };
  const other = await fixture.server.organization(fixture.owner);
  expect(await statusOf('')).toBe(200);
  expect(await statusOf(`?organization_id=${fixture.organizationId}`)).toBe(200);
  expect(await statusOf(`?organization_id=${other}`)).toBe(404);
  expect(await statusOf('?organization_id=other')).toBe(404);
});

test.each([
  ['stored', 0],
  ['deflated', 8],
])('ranges of a %s file are the same bytes', async (_, method) => {
  const bytes = Buffer.concat([randomBytes(300_000), Buffer.alloc(1_500_000, 'x')]);
  const zip = buildZip([{ name: 'large.bin', content: bytes, method }]);
  await fixture.upload(Uint8Array.from(zip), { purge_on_completion: false });
  await fixture.waitUntilProcessed();
  for (const [range, from, to] of [
    ['bytes=0-99', 0, 100],
    ['bytes=299990-300009', 299_990, 300_010],
    ['bytes=-5', 1_799_995, 1_800_000],
  ] as const) {
    const response = await content('large.bin', { Range: range });
    expect(response.status).toBe(206);
    expect(response.headers.get('Content-Range')).toBe(`bytes ${from}-${to - 1}/1800000`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
  }
  const outside = await content('large.bin', { Range: 'bytes=1800000-' });
  expect([outside.status, outside.headers.get('Content-Range')]).toEqual([416, 'bytes */1800000']);
  const whole = Buffer.from(await (await content('large.bin')).arrayBuffer());
  expect(whole.equals(bytes)).toBe(true);
});

test('an original whose stored bytes are damaged or missing says so', async () => {
  const id = await fixture.uploadFiles({ 'a.txt': 'Text.' }, { purge_on_completion: false });
  for (const lose of [(path: string) => truncate(path, 10), unlink]) {
    await lose(join(directory(), id));
    const response = await content('a.txt');
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      message: 'The stored original of this document is damaged. Please upload it again.',
    });
  }
});

test('an empty file has an empty original', async () => {
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });
  await fixture.uploadFiles({ 'empty.txt': '' });
  const response = await content('empty.txt');
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test('an original is gone once its dataset keeps none', async () => {
  const id = await fixture.uploadFiles({ 'a.txt': 'Text.' });
  expect((await content('a.txt')).status).toBe(200);
  await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });
  await expect.poll(async () => (await content('a.txt')).status, { timeout: 20_000 }).toBe(410);
  await expect.poll(() => readdir(directory()), { timeout: 20_000 }).not.toContain(id);
});

test('S2: a download ends once its reader is signed out', async () => {
  const reader = await fixture.server.member(fixture.organizationId, 'Viewer');
  const bytes = randomBytes(3_000_000);
  const zip = buildZip([{ name: 'large.bin', content: bytes, method: 0 }]);
  await fixture.upload(Uint8Array.from(zip), { purge_on_completion: false });
  await fixture.waitUntilProcessed();
  const [document] = await fixture.documents();
  const response = await reader.call(
    'GET',
    `/datasets/${fixture.datasetId}/documents/${document?.id}/content`,
    { organizationId: fixture.organizationId },
  );
  expect(response.status).toBe(200);
  let received = 0;
  const read = async () => {
    for await (const part of response.body ?? []) {
      if (received === 0) {
        await fixture.server.database.query('DELETE FROM sessions WHERE account_id = $1', [
          reader.accountId,
        ]);
        const later = performance.now() + 60_000;
        vi.spyOn(performance, 'now').mockReturnValue(later);
      }
      received += part.byteLength;
    }
  };
  await expect(read()).rejects.toThrow('Please sign in to continue.');
  vi.restoreAllMocks();
  expect(received).toBeGreaterThan(0);
  expect(received).toBeLessThan(bytes.length);
});
