import { createHash, randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { StorageFull, StorageUnavailable, UploadTooLarge } from '../archive-storage.ts';
import { openS3Storage, s3Environment } from './s3-storage.ts';
import { startS3Server, type S3TestServer } from '@carrel/testing/s3-server.ts';

const MIB = 1024 ** 2;
const NO_LIMIT = 4 * 1024 ** 3;

let server: S3TestServer;

beforeEach(async () => {
  server = await startS3Server();
});

afterEach(() => server.stop());

const openStorage = (url = server.url, environment: Record<string, string> = server.environment) =>
  openS3Storage(url, { environment, firstPauseMilliseconds: 1 });

async function* inPieces(bytes: Buffer, size = 64 * 1024) {
  for (let at = 0; at < bytes.length; at += size)
    yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function* interrupted() {
  yield* inPieces(randomBytes(20 * MIB));
  throw new Error('connection lost');
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const requested = (pattern: RegExp) => server.requests.filter((request) => pattern.test(request));

const busy = () => new Response('<Error><Code>SlowDown</Code></Error>', { status: 503 });

const nothingIsLeft = () => {
  expect([...server.objects.keys()]).toEqual([]);
  expect([...server.uploads.keys()]).toEqual([]);
};

describe('an upload to an S3 store', () => {
  test('is sent in parts, and is read back unchanged after it is kept', async () => {
    const bytes = randomBytes(20 * MIB + 12_345);
    const storage = await openStorage();
    const staged = await storage.stage(inPieces(bytes, 100_003), NO_LIMIT);

    expect(staged).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
    expect(requested(/partNumber=\d/)).toHaveLength(3);
    await staged.keep('an-archive');

    expect([...server.objects.keys()]).toEqual(['carrel/an-archive']);
    expect(server.uploads.size).toBe(0);
    const source = await storage.open('an-archive');
    expect(source.size).toBe(bytes.length);
    expect(sha256(await source.read(0, bytes.length))).toBe(sha256(bytes));
  });

  test('that is smaller than a part is one request, and can be read before it is kept', async () => {
    const bytes = randomBytes(1000);
    const storage = await openStorage();
    const staged = await storage.stage(inPieces(bytes), NO_LIMIT);
    expect(requested(/^(?:PUT|POST)/)).toHaveLength(1);
    const source = await storage.open(staged.key);
    expect(await source.read(0, 5000)).toEqual(bytes);
    await staged.delete();
    nothingIsLeft();
  });

  test('of exactly one part, and an empty one, are complete', async () => {
    const storage = await openStorage();
    for (const size of [8 * MIB, 0]) {
      const bytes = randomBytes(size);
      const staged = await storage.stage(inPieces(bytes), NO_LIMIT);
      expect(staged).toMatchObject({ size, sha256: sha256(bytes) });
      expect((await storage.open(staged.key)).size).toBe(size);
    }
  });

  test('that is interrupted leaves nothing', async () => {
    const storage = await openStorage();
    await expect(storage.stage(interrupted(), NO_LIMIT)).rejects.toThrow('connection lost');
    expect(requested(/^POST .*uploads/)).toHaveLength(1);
    nothingIsLeft();
  });

  test('beyond the limit is refused and leaves nothing', async () => {
    const storage = await openStorage();
    const bytes = randomBytes(9 * MIB);
    await expect(storage.stage(inPieces(bytes), 9 * MIB - 1)).rejects.toThrow(UploadTooLarge);
    nothingIsLeft();
    expect((await storage.stage(inPieces(bytes), 9 * MIB)).size).toBe(9 * MIB);
  });

  test('succeeds after retries of a busy store and of broken connections', async () => {
    server.faults.push(
      { when: ({ url }) => url.includes('partNumber=1'), times: 2, response: busy() },
      { when: ({ url }) => url.includes('partNumber=2'), times: 2, response: undefined },
    );
    const bytes = randomBytes(17 * MIB);
    const storage = await openStorage();
    const staged = await storage.stage(inPieces(bytes), NO_LIMIT);
    expect(requested(/partNumber/)).toHaveLength(7);
    const source = await storage.open(staged.key);
    expect(sha256(await source.read(0, source.size))).toBe(sha256(bytes));
  });

  test('is complete if the response to its completion was lost', async () => {
    server.faults.push({
      when: ({ method, url }) => method === 'POST' && url.includes('uploadId='),
      times: 1,
      response: undefined,
      afterHandling: true,
    });
    const storage = await openStorage();
    const staged = await storage.stage(inPieces(randomBytes(9 * MIB)), NO_LIMIT);
    expect((await storage.open(staged.key)).size).toBe(9 * MIB);
  });

  test('fails if the store stays busy, and leaves nothing', async () => {
    server.faults.push({
      when: ({ url }) => url.includes('partNumber='),
      times: 1000,
      response: busy(),
    });
    const storage = await openStorage();
    const staging = storage.stage(inPieces(randomBytes(17 * MIB)), NO_LIMIT);
    await expect(staging).rejects.toThrow('refused with 503 SlowDown');
    expect(requested(/partNumber/)).toHaveLength(5);
    nothingIsLeft();
  });

  test('to a full store fails with StorageFull', async () => {
    server.faults.push({
      when: ({ method }) => method === 'PUT',
      times: 1,
      response: new Response('<Error><Code>XMinioStorageFull</Code></Error>', { status: 507 }),
    });
    const storage = await openStorage();
    await expect(storage.stage(inPieces(randomBytes(10)), NO_LIMIT)).rejects.toThrow(StorageFull);
  });

  test('is not kept if the copy fails after a response of 200', async () => {
    const storage = await openStorage();
    const staged = await storage.stage(inPieces(randomBytes(10)), NO_LIMIT);
    server.faults.push({
      when: ({ headers }) => headers.has('x-amz-copy-source'),
      times: 1,
      response: new Response('<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>'),
    });
    await expect(staged.keep('an-archive')).rejects.toThrow('denies access');
    expect([...server.objects.keys()]).toEqual([`carrel/${staged.key}`]);
  });
});

describe('an archive in an S3 store', () => {
  test('is read in many small ranges with few requests', async () => {
    const bytes = randomBytes(5 * MIB);
    const storage = await openStorage();
    await (await storage.stage(inPieces(bytes), NO_LIMIT)).keep('an-archive');
    const source = await storage.open('an-archive');
    server.requests.length = 0;

    // The end first, like a zip; then from the start.
    for (let back = 22; back < 60_000; back += 46) {
      const start = bytes.length - back;
      expect(await source.read(start, 46)).toEqual(bytes.subarray(start, start + 46));
    }
    expect(requested(/^GET/)).toHaveLength(1);
    for (let at = 0; at < bytes.length; at += 1000) {
      const piece = await source.read(at, 1000);
      expect(piece.equals(bytes.subarray(at, at + 1000))).toBe(true);
    }
    expect(requested(/^GET/).length).toBeLessThan(10);
  });

  test('returns the bytes up to its end, and none beyond it', async () => {
    const bytes = randomBytes(1000);
    const storage = await openStorage();
    const { key } = await storage.stage(inPieces(bytes), NO_LIMIT);
    const source = await storage.open(key);
    expect(await source.read(990, 100)).toEqual(bytes.subarray(990));
    expect(await source.read(1000, 100)).toHaveLength(0);
    expect(await source.read(5000, 1)).toHaveLength(0);
    await source.close();
  });

  test('can be read again after a read that failed', async () => {
    const bytes = randomBytes(1000);
    const storage = await openStorage();
    const { key } = await storage.stage(inPieces(bytes), NO_LIMIT);
    const source = await storage.open(key);
    server.faults.push({ when: ({ method }) => method === 'GET', times: 5, response: undefined });
    await expect(source.read(0, 10)).rejects.toThrow(StorageUnavailable);
    expect(await source.read(0, 10)).toEqual(bytes.subarray(0, 10));
  });

  test('that is missing is named in the error', async () => {
    const storage = await openStorage();
    await expect(storage.open('gone')).rejects.toThrow('The storage has no archive "gone".');
    await expect(storage.remove('gone')).resolves.toBeUndefined();
  });
});

describe('the list of an S3 store', () => {
  test('has every archive and upload over many pages, and no foreign objects', async () => {
    const storage = await openStorage();
    for (const key of ['a', 'b', 'c & d', 'e', 'f', 'g', 'h']) {
      await (await storage.stage(inPieces(randomBytes(10)), NO_LIMIT)).keep(key);
    }
    const staged = await storage.stage(inPieces(randomBytes(10)), NO_LIMIT);
    server.objects.set('foreign', { bytes: Buffer.alloc(0), modifiedAt: new Date() });
    server.objects.set('carrel/x/foreign', { bytes: Buffer.alloc(0), modifiedAt: new Date() });

    const files = await storage.list();
    expect(files.map(({ key }) => key).sort()).toEqual(
      ['a', 'b', 'c & d', 'e', 'f', 'g', 'h', staged.key].sort(),
    );
    const age = Date.now() - (files[0]?.modifiedAt.getTime() ?? 0);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60_000);
  });

  test('has multipart uploads of a killed process, with the time of their last part', async () => {
    const lastPart = new Date('2026-11-01T12:00:00Z');
    server.uploads.set('left', {
      key: 'carrel/incoming/left',
      startedAt: new Date('2026-11-01T10:00:00Z'),
      parts: new Map([[1, { bytes: Buffer.alloc(1), modifiedAt: lastPart }]]),
    });
    const storage = await openStorage();
    expect(await storage.list()).toEqual([{ key: 'incoming/left', modifiedAt: lastPart }]);
    await storage.remove('incoming/left');
    nothingIsLeft();
  });
});

describe('opening an S3 store', () => {
  test('names the credentials that are missing or wrong, and never repeats them', async () => {
    await expect(openStorage(server.url, {})).rejects.toThrow(
      'STORAGE_URL needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
    const wrong = { ...server.environment, AWS_SECRET_ACCESS_KEY: 'not-the-secret' };
    const opening = openStorage(server.url, wrong);
    await expect(opening).rejects.toThrow(StorageUnavailable);
    await expect(opening).rejects.toThrow(
      /^The storage at 127\.0\.0\.1:\d+ does not accept the credentials \(SignatureDoesNotMatch\): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.$/,
    );
    expect(server.requests).toHaveLength(1);
    const expired = { ...server.environment, AWS_SESSION_TOKEN: 'old' };
    await expect(openStorage(server.url, expired)).rejects.toThrow(
      'does not accept the session token',
    );
  });

  test('reports a wrong bucket, region or store', async () => {
    const { endpoint } = server;
    await expect(openStorage(`s3://elsewhere?endpoint=${endpoint}`)).rejects.toThrow(
      'There is no bucket "elsewhere"',
    );
    await expect(openStorage(`${server.url}&region=eu-west-1`)).rejects.toThrow(
      'is not in the region eu-west-1: set region= in STORAGE_URL.',
    );
    await expect(openStorage('s3://elsewhere?endpoint=http://127.0.0.1:1')).rejects.toThrow(
      /^The storage at 127\.0\.0\.1:1 is not responding \(.+\): check STORAGE_URL and the network\.$/,
    );
  });

  test('times out if a store accepts a request and does not respond', async () => {
    const neverEnding = new Response(new ReadableStream());
    server.faults.push({ when: () => true, times: 1000, response: neverEnding });
    const opening = openS3Storage(server.url, {
      environment: server.environment,
      firstPauseMilliseconds: 1,
      deadlineMilliseconds: 250,
    });
    await expect(opening).rejects.toThrow('is not responding (timed out)');
    expect(server.requests).toHaveLength(5);
  });

  test('returns a location without secrets, from which it opens again', async () => {
    const { location } = await openStorage(`${server.url}&prefix=/a b+c/d!/`);
    expect(location).toEqual({ kind: 's3', url: `${server.url}&prefix=/a b+c/d!/` });
    const storage = await openStorage(location.kind === 's3' ? location.url : '');
    const staged = await storage.stage(inPieces(randomBytes(10)), NO_LIMIT);
    await staged.keep('an-archive');
    expect((await storage.list()).map(({ key }) => key)).toEqual(['an-archive']);
    expect([...server.objects.keys()]).toEqual(['a b c/d!/an-archive']);
  });

  test('takes only credentials from the environment, and only if a store is configured', () => {
    const environment = { ...server.environment, PATH: '/bin', EMBEDDINGS_API_KEY: 'secret' };
    expect(s3Environment(environment)).toEqual({});
    expect(s3Environment({ ...environment, STORAGE_URL: server.url })).toEqual(server.environment);
  });
});
