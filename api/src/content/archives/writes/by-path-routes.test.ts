import { createHash } from 'node:crypto';

import { documentDetailSchema, documentWriteSchema } from '@carrel/shared/contract';
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

const place = (path: string, part = '') =>
  `/datasets/${fixture.datasetId}/documents/by-path${part}?path=${encodeURIComponent(path)}`;
const tagOf = (text: string) => `"${createHash('sha256').update(text).digest('hex')}"`;

const put = (path: string, text: string, headers: Record<string, string> = {}) =>
  fixture.owner.call('PUT', place(path), {
    organizationId: fixture.organizationId,
    body: new TextEncoder().encode(text),
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
  });
const remove = (path: string, headers: Record<string, string> = {}) =>
  fixture.owner.call('DELETE', place(path), { organizationId: fixture.organizationId, headers });
const read = async (path: string) =>
  parse(documentDetailSchema, await (await fixture.call('GET', place(path))).json());

/** The status and what the response says that happened. */
async function outcomeOf(responding: Promise<Response>) {
  const response = await responding;

  const { outcome } = parse(documentWriteSchema, await response.json());
  return [response.status, outcome];
}

async function messageOf(responding: Promise<Response>) {
  const response = await responding;
  return [response.status, ((await response.json()) as { message: string }).message];
}

const PRECONDITION_MESSAGE =
  'The document at this path is not the one that the request expects. Read it again before you write.';

test('a document is created, replaced and left alone by what its path has', async () => {
  expect(await outcomeOf(put('notes/Über a.txt', 'One.'))).toEqual([201, 'added']);
  expect(await outcomeOf(put('notes/Über a.txt', 'Two.'))).toEqual([200, 'changed']);
  expect(await outcomeOf(put('notes/Über a.txt', 'Two.'))).toEqual([200, 'unchanged']);
  await fixture.waitUntilProcessed();
  const { path, status, sha256, size } = await read('notes/Über a.txt');
  expect({ path, status, sha256: `"${sha256}"`, size }).toEqual({
    path: 'notes/Über a.txt',
    status: 'embedded',
    sha256: tagOf('Two.'),
    size: 4,
  });
});

test('a response names the document and its hash', async () => {
  const response = await put('a.txt', 'One.');
  const write = parse(documentWriteSchema, await response.json());
  expect(response.headers.get('ETag')).toBe(tagOf('One.'));
  expect(write).toMatchObject({ path: 'a.txt', document: { size: 4 } });
  expect(write.document?.id).toBe((await read('a.txt')).id);
});

test('content and text are read by path', async () => {
  await put('a/b.txt', 'One and only.');
  await fixture.waitUntilProcessed();
  const content = await fixture.call('GET', place('a/b.txt', '/content'));
  expect([await content.text(), content.headers.get('ETag')]).toEqual([
    'One and only.',
    tagOf('One and only.'),
  ]);
  const text = await (await fixture.call('GET', place('a/b.txt', '/text'))).text();
  expect(text).toContain('One and only.');
  expect((await fixture.call('GET', place('a/none.txt'))).status).toBe(404);
  expect((await fixture.call('GET', place('a/none.txt', '/content'))).status).toBe(404);
});

test('If-Match writes only over the bytes that it names', async () => {
  expect(await messageOf(put('a.txt', 'One.', { 'If-Match': '*' }))).toEqual([
    412,
    PRECONDITION_MESSAGE,
  ]);
  await put('a.txt', 'One.');
  expect(await messageOf(put('a.txt', 'Two.', { 'If-Match': tagOf('Other.') }))).toEqual([
    412,
    PRECONDITION_MESSAGE,
  ]);
  expect(await outcomeOf(put('a.txt', 'Two.', { 'If-Match': tagOf('One.') }))).toEqual([
    200,
    'changed',
  ]);
  // As after a response that was lost.
  expect(await outcomeOf(put('a.txt', 'Two.', { 'If-Match': tagOf('One.') }))).toEqual([
    200,
    'unchanged',
  ]);
});

test('If-None-Match creates only', async () => {
  expect(await outcomeOf(put('a.txt', 'One.', { 'If-None-Match': '*' }))).toEqual([201, 'added']);
  expect((await messageOf(put('a.txt', 'One.', { 'If-None-Match': '*' })))[0]).toBe(412);
  expect((await messageOf(put('a.txt', 'Two.', { 'If-None-Match': '*' })))[0]).toBe(412);
  expect(`"${(await read('a.txt')).sha256}"`).toBe(tagOf('One.'));
});

test('of two writes that expect the same bytes, one wins', async () => {
  await put('a.txt', 'One.');
  const both = await Promise.all(
    ['Two.', 'Three.'].map((text) => put('a.txt', text, { 'If-Match': tagOf('One.') })),
  );
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
});

test('a document is deleted with the folders that it leaves empty', async () => {
  await put('a/b/c.txt', 'One.');
  await put('a/d.txt', 'Two.');
  await fixture.waitUntilProcessed();
  expect((await messageOf(remove('a/b/c.txt', { 'If-Match': tagOf('Two.') })))[0]).toBe(412);
  expect(await outcomeOf(remove('a/b/c.txt', { 'If-Match': tagOf('One.') }))).toEqual([
    200,
    'removed',
  ]);
  expect((await remove('a/b/c.txt')).status).toBe(404);
  const { items } = await fixture.navigate('?path=a');
  expect(items.map(({ path }) => path)).toEqual(['a/d.txt']);
  expect((await fixture.documents()).map(({ path }) => path)).toEqual(['a/d.txt']);
});

test('a path that no archive may have is refused with its reason', async () => {
  expect(await messageOf(put('../a.txt', 'One.'))).toEqual([
    422,
    'The path points outside the archive.',
  ]);
  expect((await messageOf(put('', 'One.')))[0]).toBe(422);
  expect((await messageOf(put('f/.DS_Store', 'One.')))[0]).toBe(422);
});

test('writes are not in the list of archives', async () => {
  await put('a.txt', 'One.');
  await remove('a.txt');
  expect(await fixture.archives()).toEqual([]);
});

test('a write that is not merged in time is accepted, and its archive has the outcome', async () => {
  const response = await put('a.txt', 'One.', { Prefer: 'wait=0' });
  expect(response.status).toBe(202);
  const { archive_id: archiveId } = (await response.json()) as { archive_id: string };
  const location = `/api/v1/datasets/${fixture.datasetId}/archives/${archiveId}/entries`;
  expect(response.headers.get('Location')).toBe(location);
  const receipt = async () => (await fixture.call('GET', location.replace('/api/v1', ''))).json();
  await expect
    .poll(receipt, { timeout: 20_000 })
    .toMatchObject({ entries: [{ path: 'a.txt', outcome: 'added' }] });
});

test('an unknown dataset has no documents to write or read', async () => {
  const path = `/datasets/${fixture.organizationId}/documents/by-path?path=a.txt`;
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const response = await fixture.owner.call(method, path, {
      organizationId: fixture.organizationId,
    });
    expect(response.status).toBe(404);
  }
});

test.each(['\u0007', '\t', '\n', '\u007f', '\u0085', '\u2028', '\u2029'])(
  'a path with a control character is refused instead of stored as another path: %j',
  async (control) => {
    const code = `U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    const message = `The path has the control character ${code} in it.`;
    const path = `a${control}b.txt`;
    await fixture.uploadFiles({ 'ab.txt': 'Kept.' });
    expect(await messageOf(put(path, 'Other.'))).toEqual([422, message]);
    expect(await messageOf(remove(path))).toEqual([422, message]);
    const batch = await fixture.call('POST', `/datasets/${fixture.datasetId}/documents/batch`, {
      remove: [{ path }],
    });
    expect(await batch.json()).toMatchObject({
      results: [{ path, outcome: 'refused', reason: message }],
    });
    for (const action of ['delete', 'download', 'reprocess']) {
      const selected = fixture.call('POST', `/datasets/${fixture.datasetId}/documents/${action}`, {
        folder: `a${control}b`,
      });
      expect((await selected).status).toBe(422);
    }
    expect(
      await messageOf(
        fixture.owner.call(
          'POST',
          `/datasets/${fixture.datasetId}/archives?folder=${encodeURIComponent(`a${control}b`)}`,
          {
            organizationId: fixture.organizationId,
            body: new Uint8Array(1),
            headers: { 'Content-Type': 'application/zip' },
          },
        ),
      ),
    ).toEqual([422, `folder has the control character ${code} in it`]);
    expect((await fixture.documents()).map(({ size }) => size)).toEqual([5]);
  },
);
