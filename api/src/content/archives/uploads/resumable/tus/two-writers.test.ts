import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';

import type { ResumableUploadList } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { readJson } from '@carrel/testing/server-fixture.ts';
import type { ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { startTestPair, type TwoServers } from '@carrel/testing/servers/two-servers.ts';
import { startUploadServer, type UploadServer } from '@carrel/testing/servers/upload-servers.ts';
import { tusRequests, type TusRequests } from '@carrel/testing/tus-requests.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const MEGABYTE = 1024 * 1024;
const zip = buildZip([{ name: 'a.bin', content: randomBytes(20 * MEGABYTE), method: 0 }]);

interface Place {
  server: ServerProcess;
  tus: TusRequests;
  organizationId: string;
}

/** Begins to send bytes, and leaves the connection open. */
function hold({ server, tus, organizationId }: Place, id: string, bytes: Buffer, length: number) {
  const sending = request(`${server.origin}/api/v1${tus.path}/${id}`, {
    method: 'PATCH',
    headers: {
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': 0,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': length,
      'X-Organization-Id': organizationId,
      Cookie: [...server.cookies].map((pair) => pair.join('=')).join('; '),
    },
  });
  sending.on('error', () => undefined);
  sending.write(bytes);
  return sending;
}

async function statusOf(sending: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** What the list says, which leaves the writer alone. */
async function listed({ server, organizationId }: Place, id: string): Promise<number | undefined> {
  const response = await server.call('GET', '/uploads', { organizationId });
  const { uploads } = await readJson<ResumableUploadList>(response);
  return uploads.find((upload) => upload.id === id)?.received;
}

async function contentHash({ server, tus, organizationId }: Place, id: string): Promise<string> {
  const path = `${tus.path.replace('/uploads', '/archives')}/${id}/content`;
  const content = await server.call('GET', path, { organizationId });
  return createHash('sha256')
    .update(new Uint8Array(await content.arrayBuffer()))
    .digest('hex');
}

const sha256 = createHash('sha256').update(zip).digest('hex');

describe('one instance', () => {
  let uploads: UploadServer;
  beforeAll(async () => {
    uploads = await startUploadServer('the embedded database and a folder');
  });
  afterAll(() => uploads.close());

  test('U9: a request takes an upload over from a connection that is stuck', async () => {
    const { tus } = uploads;
    const id = await tus.begin(zip.length);
    const stuck = hold(uploads, id, zip.subarray(0, 9 * MEGABYTE), zip.length);
    const ended = statusOf(stuck);
    await expect.poll(() => listed(uploads, id), { timeout: 20_000 }).toBe(8 * MEGABYTE);
    // Finishing too early does not end it.
    expect((await tus.finish(id)).status).toBe(409);
    const offset = await tus.offset(id);
    expect(offset).toBeGreaterThanOrEqual(8 * MEGABYTE);
    expect((await tus.patch(id, offset, zip.subarray(offset))).status).toBe(204);
    expect(await ended).toBe(204);
    expect((await tus.finish(id, '&sync=false')).status).toBe(201);
    expect(await contentHash(uploads, id)).toBe(sha256);
  });
});

describe('two instances', () => {
  let pair: TwoServers;
  let first: Place;
  let second: Place;

  beforeAll(async () => {
    pair = await startTestPair();
    const [one, two] = pair.servers;
    await one.signIn();
    two.signInLike(one);
    const organization = await one.call('POST', '/organizations', { json: { name: 'Readers' } });
    const organizationId = (await readJson<{ id: string }>(organization)).id;
    const made = await one.call('POST', '/datasets', { organizationId, json: { name: 'D' } });
    const datasetId = (await readJson<{ id: string }>(made)).id;
    const place = (server: ServerProcess) => ({
      server,
      organizationId,
      tus: tusRequests({ owner: server, organizationId, datasetId }),
    });
    [first, second] = [place(one), place(two)];
  }, 120_000);
  afterAll(() => pair.close());

  test('U9: the later of two writers wins, and nothing of the earlier one comes between', async () => {
    const id = await first.tus.begin(zip.length);
    const other = Buffer.alloc(zip.length, 'x');
    const start = zip.subarray(0, 8 * MEGABYTE);
    const sending = hold(
      first,
      id,
      Buffer.concat([start, other.subarray(0, MEGABYTE)]),
      zip.length,
    );
    const refused = statusOf(sending);
    await expect.poll(() => listed(second, id), { timeout: 20_000 }).toBe(8 * MEGABYTE);
    const offset = await second.tus.offset(id);
    expect(offset).toBe(8 * MEGABYTE);
    sending.end(other.subarray(9 * MEGABYTE));
    expect(await refused).toBe(409);
    expect((await second.tus.patch(id, offset, zip.subarray(offset))).status).toBe(204);
    const finished = await Promise.all([
      first.tus.finish(id, '&sync=false'),
      second.tus.finish(id, '&sync=false'),
    ]);
    for (const response of finished) {
      expect([response.status, await readJson(response)]).toEqual([201, { id }]);
    }
    expect(await contentHash(first, id)).toBe(sha256);
  });

  test('U9: a client may send pieces of any size, to instances in turn', async () => {
    const id = await first.tus.begin(zip.length);
    const step = 3 * MEGABYTE + 7;
    for (let at = 0; at < zip.length; at += step) {
      const { tus } = (at / step) % 2 === 0 ? first : second;
      const response = await tus.patch(id, at, zip.subarray(at, at + step));
      const offset = Math.min(zip.length, at + step);
      expect([response.status, response.headers.get('Upload-Offset')]).toEqual([
        204,
        String(offset),
      ]);
    }
    expect((await second.tus.finish(id, '&sync=false')).status).toBe(201);
    expect(await contentHash(first, id)).toBe(sha256);
    expect(pair.store.uploads.size).toBe(0);
    expect([...pair.store.objects.keys()].filter((key) => key.startsWith('incoming/'))).toEqual([]);
  });

  test('U9: a deleted upload leaves nothing in the store', async () => {
    const id = await first.tus.begin(zip.length);
    await first.tus.patch(id, 0, zip.subarray(0, 9 * MEGABYTE));
    expect(pair.store.uploads.size).toBe(1);
    expect((await second.tus.terminate(id)).status).toBe(204);
    await expect.poll(() => pair.store.uploads.size, { timeout: 20_000 }).toBe(0);
    const left = () => [...pair.store.objects.keys()].filter((key) => key.includes(id));
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    expect((await first.tus.head(id)).status).toBe(404);
  });
});
