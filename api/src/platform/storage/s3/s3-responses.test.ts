import { randomBytes } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { startS3Server, type S3TestServer } from '@carrel/testing/s3-server.ts';
import { StorageUnavailable } from '../archive-storage.ts';
import { openS3Storage } from './s3-storage.ts';

const MIB = 1024 ** 2;
const NO_LIMIT = 4 * 1024 ** 3;

let server: S3TestServer;

beforeEach(async () => {
  server = await startS3Server();
});

afterEach(() => server.stop());

const openStorage = ({ url, environment }: S3TestServer) =>
  openS3Storage(url, { environment, firstPauseMilliseconds: 1 });

async function* pieces() {
  yield await Promise.resolve(randomBytes(MIB));
}

describe('S7: a store', () => {
  test('that redirects is not followed', async () => {
    const other = await startS3Server();
    const storage = await openStorage(server);
    const location = other.url.replace(/^s3:.*endpoint=/, '');
    server.faults.push({
      when: ({ method }) => method === 'PUT',
      times: 1,
      response: new Response(null, { status: 307, headers: { Location: location } }),
    });
    const staged = storage.stage(pieces(), NO_LIMIT).then(async (stored) => {
      await stored.keep('an-archive');
    });
    await expect(staged).rejects.toBeInstanceOf(StorageUnavailable);
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test('that sends more than was asked for is cut off', async () => {
    const storage = await openStorage(server);
    const staged = await storage.stage(pieces(), NO_LIMIT);
    await staged.keep('an-archive');
    const source = await storage.open('an-archive');
    server.faults.push({
      when: ({ method }) => method === 'GET',
      times: 5,
      response: new Response(Buffer.alloc(20 * MIB), { status: 206 }),
    });
    await expect(source.read(0, 1024)).rejects.toThrow('more than');
  });
});
