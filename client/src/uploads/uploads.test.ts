import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { startFaultServer } from '../../testing/fault-server.ts';
import type { FaultServer } from '../../testing/fault-server.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { serveLibrary } from '@carrel/testing/servers/served-library.ts';
import type { ServedLibrary } from '@carrel/testing/servers/served-library.ts';
import { Carrel } from '../carrel.ts';
import { fileSource } from '../node/file-source.ts';
import type { ReadyProgress } from './await-archive.ts';
import type { UploadProgress } from './send-archive.ts';
import type { UploadSource } from './upload-source.ts';

const MEGABYTE = 1024 * 1024;
const PART = 8 * MEGABYTE;

const small = Uint8Array.from(buildZip([{ name: 'a.txt', content: 'Some text.' }]));
/** Text of one letter would be a bomb. */
const large = Uint8Array.from(
  buildZip([
    { name: 'a.txt', content: 'Some text.' },
    { name: 'b.bin', content: Buffer.alloc(9 * MEGABYTE, 'bytes'), method: 0 },
  ]),
);

let library: ServedLibrary;
let apiKey: string;
let server: FaultServer;
let carrel: Carrel;
let datasetId: string;

beforeAll(async () => {
  library = await serveLibrary();
  apiKey = await library.createKey();
});
afterAll(() => library.close());
beforeEach(async () => {
  server = await startFaultServer(library.url);
  carrel = new Carrel({ url: server.url, apiKey, clock: fakeClock() });
  datasetId = await library.create('/datasets', { name: `Library ${randomUUID()}` });
});
afterEach(() => server.close());

const uploads = () => `/api/v1/datasets/${datasetId}/uploads`;
const sent = () =>
  server.requests.map(({ method, path: to }) => `${method} ${to.split('?')[0]?.split('/').at(-1)}`);
/** Requests of one upload, by their method. */
const methods = () => server.requests.map(({ method }) => method).join(' ');
/** Without the fake clock, which does not wait. */
const slow = () => new Carrel({ url: library.url, apiKey });

const unfinished = async () => {
  const response = await fetch(`${library.url}${uploads()}`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  return ((await response.json()) as { uploads: { received: number }[] }).uploads.map(
    ({ received }) => received,
  );
};

const sourceOf = (
  bytes: Uint8Array,
  onRead: (start: number) => void = () => undefined,
): UploadSource => ({
  size: bytes.length,
  name: 'books.zip',
  fingerprint: 'these bytes',
  async *readFrom(start) {
    for (let at = start; at < bytes.length; at += MEGABYTE) {
      onRead(at);
      yield bytes.subarray(at, at + MEGABYTE);
    }
  },
});

test('a zip is uploaded, and its documents are awaited', async () => {
  const { id } = await carrel.uploads.archive(datasetId, new Blob([small]), { name: 'Bücher.zip' });
  const states: ReadyProgress[] = [];
  const archive = await slow().uploads.waitUntilReady(datasetId, id, {
    onProgress: (progress) => states.push(progress),
  });
  expect(archive).toMatchObject({
    id,
    name: 'Bücher.zip',
    status: 'completed',
    purge_on_completion: true,
    counts: { added: 1, changed: 0, refused: 0, failed: 0 },
  });
  expect(states.length).toBeGreaterThan(0);
  const documents = await carrel.documents.list(datasetId).all();
  expect(documents.map((each) => [each.path, each.status])).toEqual([['a.txt', 'embedded']]);
  expect(await carrel.archives.counts(datasetId, id)).toMatchObject({ added: 1, total: 1 });
  expect((await carrel.archives.list(datasetId)).map((each) => each.id)).toEqual([id]);
});

test('an archive whose options are those of the API', async () => {
  const { id } = await carrel.uploads.archive(datasetId, small, { sync: false });
  expect(await carrel.uploads.waitUntilMerged(datasetId, id)).toMatchObject({ sync: false });
});

test('a small zip whose response is lost is sent again with the same key', async () => {
  server.faults = ['lost'];
  await carrel.uploads.archive(datasetId, sourceOf(small));
  expect(sent()).toEqual(['POST archives', 'POST archives']);
  const [first, second] = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(second).toBe(first);
});

test('a stream is sent once, also if the server is away', async () => {
  server.faults = [{ status: 503 }];
  const stream = () => new Blob([small]).stream();
  await expect(carrel.uploads.archive(datasetId, stream())).rejects.toMatchObject({ status: 503 });
  expect(sent()).toEqual(['POST archives']);
  const { id } = await carrel.uploads.archive(datasetId, stream());
  expect((await carrel.archives.get(datasetId, id)).size).toBe(small.length);
});

test('what is no zip is refused with a sentence', async () => {
  await expect(
    carrel.uploads.archive(datasetId, new TextEncoder().encode('No zip')),
  ).rejects.toMatchObject({ status: 415 });
});

describe('a large zip', () => {
  test('is sent in parts with a key, and tells its progress', async () => {
    const told: UploadProgress[] = [];
    const { id } = await carrel.uploads.archive(datasetId, new Blob([large]), {
      onProgress: (progress) => told.push(progress),
    });
    const all = { size: large.length, resumed: 0 };
    expect(told).toEqual([
      { sent: 0, ...all },
      { sent: PART, ...all },
      { sent: large.length, ...all },
    ]);
    expect(methods()).toBe('POST HEAD PATCH PATCH POST');
    expect((await slow().uploads.waitUntilMerged(datasetId, id)).status).toBe('completed');
    const documents = await carrel.documents.list(datasetId).all();
    expect(documents.map((each) => each.path)).toEqual(['a.txt', 'b.bin']);
  });

  test('goes on where the connection broke', async () => {
    server.method = 'PATCH';
    server.faults = [{ breaksAfter: 3 * MEGABYTE }, 'lost'];
    await carrel.uploads.archive(datasetId, sourceOf(large));
    expect(methods()).toBe('GET POST HEAD PATCH HEAD PATCH HEAD POST');
    const offsets = server.requests.flatMap(({ method, headers }) =>
      method === 'PATCH' ? Number(headers['upload-offset']) : [],
    );
    // What had arrived is not sent again.
    expect(offsets).toEqual([0, expect.any(Number)]);
    expect(offsets[1]).toBeGreaterThan(0);
  });

  test('goes on after a call that was aborted', async () => {
    const abort = new AbortController();
    const told: UploadProgress[] = [];
    const first = carrel.uploads.archive(datasetId, sourceOf(large), {
      signal: abort.signal,
      onProgress: (progress) => {
        if (progress.sent === PART) abort.abort(new Error('Enough'));
      },
    });
    await expect(first).rejects.toThrow('Enough');
    expect(await unfinished()).toEqual([PART]);
    await carrel.uploads.archive(datasetId, sourceOf(large), {
      onProgress: (progress) => told.push(progress),
    });
    expect(told[0]).toEqual({ sent: PART, size: large.length, resumed: PART });
    expect(await unfinished()).toEqual([]);
  });

  test('is finished again if that response is lost', async () => {
    server.method = 'POST';
    server.faults = [];
    const sending = carrel.uploads.archive(datasetId, sourceOf(large), {
      onProgress: ({ sent: bytes }) => {
        if (bytes === large.length) server.faults = ['lost'];
      },
    });
    const { id } = await sending;
    expect(methods()).toBe('GET POST HEAD PATCH PATCH POST POST');
    expect((await carrel.archives.list(datasetId)).map((each) => each.id)).toEqual([id]);
  });

  test('is not waited for where the server asks for more than a minute', async () => {
    server.method = 'PATCH';
    server.faults = [{ status: 503, headers: { 'Retry-After': '3600' } }];
    await expect(carrel.uploads.archive(datasetId, sourceOf(large))).rejects.toMatchObject({
      retryAfter: 3600,
    });
  });

  test('is given up after eight tries without a byte', async () => {
    server.method = 'PATCH';
    server.faults = Array.from({ length: 20 }, () => ({ status: 502 }));
    await expect(carrel.uploads.archive(datasetId, sourceOf(large))).rejects.toMatchObject({
      status: 502,
    });
    expect(sent().filter((request) => request.startsWith('PATCH')).length).toBe(8);
  });

  test('is sent in one request to a server that takes no parts', async () => {
    server.faults = [{ status: 404 }];
    await carrel.uploads.archive(datasetId, sourceOf(large));
    expect(sent()).toEqual(['GET uploads', 'POST archives']);
  });

  test('is deleted on the server where it cannot be read any more', async () => {
    const reason = new Error('The disk is gone');
    const broken = sourceOf(large, (at) => {
      if (at === 9 * MEGABYTE) throw reason;
    });
    await expect(carrel.uploads.archive(datasetId, broken)).rejects.toBe(reason);
    expect(sent().at(-1)).toMatch(/^DELETE /u);
    expect(await unfinished()).toEqual([]);
    server.faults = [{ status: 404 }];
    await expect(carrel.uploads.archive(datasetId, broken)).rejects.toBe(reason);
  });
});

describe('a file of the disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'carrel-client-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('is uploaded under its name', async () => {
    const file = path.join(folder, 'library.zip');
    await writeFile(file, large);
    const { id } = await carrel.uploads.archive(datasetId, await fileSource(file));
    expect(await carrel.archives.get(datasetId, id)).toMatchObject({
      name: 'library.zip',
      size: large.length,
    });
  });

  test('that changes while it is sent is refused', async () => {
    const file = path.join(folder, 'library.zip');
    await writeFile(file, large);
    const source = await fileSource(file);
    await utimes(file, 1, 1);
    await expect(carrel.uploads.archive(datasetId, source)).rejects.toMatchObject({
      name: 'FileChanged',
    });
    expect(await unfinished()).toEqual([]);
  });
});
