import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson, readResponse } from '@carrel/testing/server-fixture.ts';
import { tusRequests, uploadMetadata, type TusRequests } from '@carrel/testing/tus-requests.ts';

const BYTES = Buffer.from('0123456789');
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

let fixture: PipelineFixture;
let tus: TusRequests;

beforeAll(async () => {
  fixture = await createPipelineFixture({}, { maxUploadBytes: 1000 });
  tus = tusRequests(fixture);
});
afterAll(() => fixture.close());

/** The status and the sentence of a refusal, which has the protocol's header. */
async function refusalOf(response: Response) {
  expect(response.headers.get('Tus-Resumable')).toBe('1.0.0');
  const body = (await readResponse(response)) as { message: string };
  expect(body).toEqual({ message: expect.stringMatching(/^[A-Z].+\.$/) as unknown });
  return [response.status, body.message];
}

test('U10: a wrong offset changes nothing', async () => {
  const id = await tus.begin(10);
  await tus.patch(id, 0, BYTES.subarray(0, 4));
  const sentence =
    'The upload goes on at another offset. Ask for it with HEAD, and send from there.';
  for (const offset of [0, 3, 5, 10, 11, 9_007_199_254_740_991]) {
    const length = Math.max(0, Math.min(2, 10 - offset));
    expect(await refusalOf(await tus.patch(id, offset, BYTES.subarray(0, length)))).toEqual([
      409,
      sentence,
    ]);
  }
  expect(await tus.offset(id)).toBe(4);
});

test('U10: more bytes than announced are refused', async () => {
  const id = await tus.begin(5);
  expect(await refusalOf(await tus.patch(id, 0, BYTES, { 'Content-Length': '10' }))).toEqual([
    413,
    'The request has more bytes than the upload has left.',
  ]);
  expect(await tus.offset(id)).toBe(0);
  // Without their number.
  const response = await fixture.server.app.request(`/api/v1${tus.path}/${id}`, {
    method: 'PATCH',
    headers: {
      Cookie: [...fixture.owner.cookies].map((pair) => pair.join('=')).join('; '),
      'X-Organization-Id': fixture.organizationId,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body: ReadableStream.from([Uint8Array.from(BYTES.subarray(0, 3)), Uint8Array.from(BYTES)]),
    duplex: 'half',
  });
  expect(response.status).toBe(413);
  expect(await tus.offset(id)).toBeLessThanOrEqual(5);
});

test.each([
  ['no size', {}],
  ['an empty size', { 'Upload-Length': '' }],
  ['a size of 0', { 'Upload-Length': '0' }],
  ['a negative size', { 'Upload-Length': '-1' }],
  ['a fraction', { 'Upload-Length': '1.5' }],
  ['a word', { 'Upload-Length': '1e3' }],
  ['a number that is no safe integer', { 'Upload-Length': '99999999999999999999' }],
  ['a size that comes later', { 'Upload-Defer-Length': '1' }],
  ['a part of another upload', { 'Upload-Length': '10', 'Upload-Concat': 'partial' }],
  ['another method', { 'Upload-Length': '10', 'X-HTTP-Method-Override': 'DELETE' }],
  ['metadata without Base64', { 'Upload-Length': '10', 'Upload-Metadata': 'filename ???' }],
  ['metadata of __proto__', { 'Upload-Length': '10', 'Upload-Metadata': '__proto__ YQ==' }],
  ['a name twice', { 'Upload-Length': '10', 'Upload-Metadata': 'filename YQ==,filename YQ==' }],
  ['empty metadata', { 'Upload-Length': '10', 'Upload-Metadata': ' , ' }],
  [
    'a fingerprint that is too long',
    { 'Upload-Length': '10', 'Upload-Metadata': uploadMetadata({ fingerprint: 'x'.repeat(201) }) },
  ],
  [
    'a fingerprint with NUL',
    { 'Upload-Length': '10', 'Upload-Metadata': uploadMetadata({ fingerprint: 'a\0b' }) },
  ],
])('U10: an upload with %s is refused with 400', async (_, headers) => {
  const response = await tus.send('POST', tus.path, headers);
  expect((await refusalOf(response))[0]).toBe(400);
});

test('U10: an upload that is too large is refused with the limit', async () => {
  expect(await refusalOf(await tus.create(1001))).toEqual([
    413,
    expect.stringContaining('1000 bytes') as unknown,
  ]);
});

test('U10: other versions of the protocol are refused with the right one', async () => {
  for (const version of ['', '0.2.2', '1.0.1', '1.0.0, 1.0.0']) {
    const response = await tus.create(10, { 'Tus-Resumable': version });
    expect(response.headers.get('Tus-Version')).toBe('1.0.0');
    expect((await refusalOf(response))[0]).toBe(412);
  }
});

test('U10: a part without its type or offset is refused', async () => {
  const id = await tus.begin(10);
  const part = (headers: Record<string, string>) =>
    tus.send('PATCH', `${tus.path}/${id}`, headers, BYTES);
  const type = { 'Content-Type': 'application/offset+octet-stream' };
  expect((await refusalOf(await part({ ...type })))[0]).toBe(400);
  for (const offset of ['-1', 'x', '1e1', '0x0', '00', ' ']) {
    expect((await refusalOf(await part({ ...type, 'Upload-Offset': offset })))[0]).toBe(400);
  }
  const zip = { 'Content-Type': 'application/zip', 'Upload-Offset': '0' };
  expect((await refusalOf(await part(zip)))[0]).toBe(415);
  const override = { ...type, 'Upload-Offset': '0', 'X-HTTP-Method-Override': 'DELETE' };
  expect((await refusalOf(await part(override)))[0]).toBe(400);
  expect(await tus.offset(id)).toBe(0);
});

test('U10: ids that are absent, of another dataset, or no ids are not found', async () => {
  const id = await tus.begin(10);
  const elsewhere = tusRequests(await fixture.withNewDataset());
  for (const [requests, wrong] of [
    [tus, randomUUID()],
    [tus, 'x'],
    [tus, '..%2f..%2fetc'],
    [tus, '%00'],
    [elsewhere, id],
  ] as const) {
    const responses = [
      await requests.head(wrong),
      await requests.patch(wrong, 0, BYTES),
      await requests.terminate(wrong),
      await requests.finish(wrong),
    ];
    // In the query of the last one, no text can be stored that has U+0000.
    const last = wrong === '%00' ? 422 : 404;
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, last]);
  }
  expect(await tus.offset(id)).toBe(0);
});

test('U10: names from the metadata are shown, and never become paths', async () => {
  const names: [string, string][] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\secret\\a.zip', 'a.zip'],
    ['a\r\nSet-Cookie: x.zip', 'aSet-Cookie: x.zip'],
    ['a\0b.zip', 'ab.zip'],
    ['%2e%2e%2fa.zip', '%2e%2e%2fa.zip'],
    ['', 'archive.zip'],
    ['..', 'archive.zip'],
    ['é'.repeat(300), 'é'.repeat(255)],
  ];
  const place = await fixture.withNewDataset();
  const { begin, path } = tusRequests(place);
  const ids: string[] = [];
  for (const [filename] of names) ids.push(await begin(10, { filename }));
  const metadata = `filename ${base64(Uint8Array.from([0x61, 0xff, 0xfe]))}`;
  const bad = await tusRequests(place).create(10, { 'Upload-Metadata': metadata });
  expect(bad.status).toBe(201);
  const { uploads } = await readJson<{ uploads: { filename: string }[] }>(
    await place.call('GET', path),
  );
  expect(uploads.map(({ filename }) => filename)).toEqual([
    ...names.map(([, shown]) => shown),
    'a\uFFFD\uFFFD',
  ]);
  await tusRequests(place).patch(ids[0] ?? '', 0, BYTES);
  const { dataDirectory } = fixture.server.dependencies.settings;
  expect(await readdir(join(dataDirectory, 'archives/incoming'))).toContain(ids[0]);
});

test('U10: a fingerprint may have any other characters', async () => {
  const fingerprint = `tus-👨‍👩‍👧 ${'é'.repeat(100)}.zip`;
  const id = await tus.begin(10, { fingerprint });
  const { uploads } = await readJson<{ uploads: { id: string; fingerprint: string }[] }>(
    await fixture.call('GET', '/uploads'),
  );
  expect(uploads.find((upload) => upload.id === id)?.fingerprint).toBe(fingerprint);
});

test('U10: finishing takes no body, and wants a whole upload', async () => {
  const id = await tus.begin(10);
  await tus.patch(id, 0, BYTES.subarray(0, 9));
  expect((await tus.finish(id)).status).toBe(409);
  expect((await tus.finish(id, '&sync=maybe')).status).toBe(422);
  const response = await fixture.owner.call(
    'POST',
    `/datasets/${fixture.datasetId}/archives?upload=${id}`,
    {
      organizationId: fixture.organizationId,
      body: Uint8Array.from(BYTES),
      headers: { 'Content-Type': 'application/zip', 'Content-Length': '10' },
    },
  );
  expect(response.status).toBe(400);
  expect(await tus.offset(id)).toBe(9);
});
