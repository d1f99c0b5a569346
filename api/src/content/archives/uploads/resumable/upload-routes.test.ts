import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { resumableUploadListSchema } from '@carrel/shared/contract';
import { sizeText } from '@carrel/shared/contract/archive-rules';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createPipelineFixture,
  TEAM_LIBRARY,
  type PipelineFixture,
} from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { tusRequests, uploadMetadata, type TusRequests } from '@carrel/testing/tus-requests.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const zip = buildZip([{ name: 'a.txt', content: 'Some text.' }]);

let fixture: PipelineFixture;
let tus: TusRequests;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  tus = tusRequests(fixture);
});
afterAll(() => fixture.close());

const incoming = () =>
  readdir(join(fixture.server.dependencies.settings.dataDirectory, 'archives/incoming'));
const listOf = async (path: string) =>
  v.parse(resumableUploadListSchema, await readJson(await fixture.call('GET', path))).uploads;

test('an upload in two parts becomes an archive, and its documents', async () => {
  const { path, create, patch, head, finish } = tus;
  const metadata = { filename: 'Bücher 100%.zip', fingerprint: 'f-1' };
  const created = await create(TEAM_LIBRARY.length, {
    'Upload-Metadata': uploadMetadata(metadata),
  });
  expect(created.status).toBe(201);
  const location = created.headers.get('Location') ?? '';
  expect(location).toMatch(new RegExp(`^/api/v1${path}/[0-9a-f-]{36}$`));
  expect(created.headers.get('Tus-Resumable')).toBe('1.0.0');
  const id = location.split('/').at(-1) ?? '';

  const first = await patch(id, 0, TEAM_LIBRARY.subarray(0, 1000));
  expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, '1000']);
  const asked = await head(id);
  expect(asked.status).toBe(200);
  expect(Object.fromEntries(asked.headers)).toMatchObject({
    'upload-offset': '1000',
    'upload-length': String(TEAM_LIBRARY.length),
    'cache-control': 'no-store',
    'upload-metadata': uploadMetadata(metadata),
  });
  const expiry = Date.parse(asked.headers.get('Upload-Expires') ?? '') - Date.now();
  expect(expiry / 3_600_000).toBeCloseTo(24, 1);
  const unfinished = await finish(id);
  expect(unfinished.status).toBe(409);
  expect(await readJson(unfinished)).toEqual({
    message: `Only 1000 bytes of ${sizeText(TEAM_LIBRARY.length)} have arrived. Send the rest, then finish the upload.`,
  });

  const listed = {
    id,
    dataset_id: fixture.datasetId,
    filename: 'Bücher 100%.zip',
    fingerprint: 'f-1',
    size: TEAM_LIBRARY.length,
    received: 1000,
  };
  expect(await listOf(`/datasets/${fixture.datasetId}/uploads`)).toMatchObject([listed]);
  expect(await listOf('/uploads')).toMatchObject([listed]);

  const second = await patch(id, 1000, TEAM_LIBRARY.subarray(1000));
  expect([second.status, second.headers.get('Upload-Offset')]).toEqual([
    204,
    String(TEAM_LIBRARY.length),
  ]);
  const finished = await finish(id, '&purge_on_completion=false');
  expect([finished.status, await readJson(finished)]).toEqual([201, { id }]);
  expect(await fixture.waitUntilProcessed()).toMatchObject({ total: 22 });
  expect(await fixture.archives()).toMatchObject([
    { id, name: 'Bücher 100%.zip', size: TEAM_LIBRARY.length, purge_on_completion: false },
  ]);
  const [row] = await fixture.server.database.query<{ sha256: string }>(
    `SELECT encode(sha256, 'hex') AS sha256 FROM archives WHERE id = $1`,
    [id],
  );
  expect(row?.sha256).toBe(createHash('sha256').update(TEAM_LIBRARY).digest('hex'));
  expect(await listOf('/uploads')).toEqual([]);
});

test('finishing again, or twice at once, returns the same archive', async () => {
  const id = await tus.begin(zip.length);
  await tus.patch(id, 0, zip);
  const responses = await Promise.all([tus.finish(id), tus.finish(id), tus.finish(id)]);
  for (const response of [...responses, await tus.finish(id)]) {
    expect([response.status, await readJson(response)]).toEqual([201, { id }]);
  }
  const archives = await fixture.archives();
  expect(archives.filter((archive) => archive.id === id)).toHaveLength(1);
  const records = await fixture.server.database.query(
    `SELECT FROM audit_records WHERE action = 'archive.uploaded' AND object_id = $1`,
    [id],
  );
  expect(records).toHaveLength(1);
  expect(await tus.offset(id)).toBe(zip.length);
});

test('the request that creates an upload may carry its first bytes', async () => {
  const created = await tus.createWith(zip.subarray(0, 10), zip.length);
  expect([created.status, created.headers.get('Upload-Offset')]).toEqual([201, '10']);
  const id = created.headers.get('Location')?.split('/').at(-1) ?? '';
  expect((await tus.patch(id, 10, zip.subarray(10))).status).toBe(204);
  expect((await tus.finish(id)).status).toBe(201);
});

test('the bytes of an upload cannot be read: its address takes other methods', async () => {
  const id = await tus.begin(zip.length);
  const at = (one: string) => `/datasets/${fixture.datasetId}/uploads/${one}`;
  const response = await fixture.call('GET', at(id));
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'HEAD, PATCH, DELETE']);
  expect((await fixture.call('GET', at(crypto.randomUUID()))).status).toBe(404);
  await tus.terminate(id);
});

test('a deleted upload is gone, with its bytes', async () => {
  const id = await tus.begin(zip.length);
  await tus.patch(id, 0, zip.subarray(0, 20));
  // The purge of an earlier archive stages files there, too.
  await expect.poll(incoming, { timeout: 60_000 }).toEqual([id]);
  expect((await tus.terminate(id)).status).toBe(204);
  expect((await tus.head(id)).status).toBe(404);
  expect((await tus.finish(id)).status).toBe(404);
  await expect.poll(incoming, { timeout: 60_000 }).toEqual([]);
});

test('a zip that is refused is deleted, as it can never succeed', async () => {
  const text = Buffer.from('This is no zip, but some text that is a little longer than that.');
  const id = await tus.begin(text.length);
  await tus.patch(id, 0, text);
  const refused = await tus.finish(id);
  const raw = await fixture.upload(Uint8Array.from(text));
  expect([refused.status, await readJson(refused)]).toEqual([raw.status, await readJson(raw)]);
  expect((await tus.finish(id)).status).toBe(404);
  await expect.poll(incoming, { timeout: 60_000 }).toEqual([]);
});

test('OPTIONS tells what is supported, to everybody', async () => {
  const response = await fixture.server.visitor().call('OPTIONS', tus.path);
  expect(response.status).toBe(204);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
    'tus-max-size': String(4 * 1024 ** 3),
  });
  expect(response.headers.has('Access-Control-Allow-Origin')).toBe(false);
});

test('a console on another origin may send and read the headers of the protocol', async () => {
  const [origin = ''] = fixture.server.dependencies.settings.consoleOrigins;
  const preflight = await fixture.server.visitor().call('OPTIONS', tus.path, {
    headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
  });
  const allowed = preflight.headers.get('Access-Control-Allow-Headers') ?? '';
  for (const name of ['Tus-Resumable', 'Upload-Length', 'Upload-Offset', 'Upload-Metadata']) {
    expect(allowed.split(',')).toContain(name);
  }
  expect(allowed).not.toContain('X-HTTP-Method-Override');
  const created = await tus.create(10, { Origin: origin });
  const exposed = created.headers.get('Access-Control-Expose-Headers') ?? '';
  for (const name of ['Location', 'Upload-Offset', 'Upload-Length', 'Upload-Expires']) {
    expect(exposed.split(',')).toContain(name);
  }
  expect(created.headers.get('Access-Control-Allow-Origin')).toBe(origin);
});
