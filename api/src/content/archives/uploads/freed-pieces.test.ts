import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { uploadPieces } from './receive-archive.ts';

const STALL_LIMIT = { windowMilliseconds: 60_000, minBytes: 1 };
const sent = randomBytes(3 * 1024 * 1024);

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Reads a body to its end; `before` are the lengths of earlier pieces when the next one was there. */
async function readAll(body: Readable, areCopied: boolean) {
  const hash = createHash('sha256');
  const seen: Uint8Array[] = [];
  const before = new Set<number>();
  for await (const piece of uploadPieces(body, undefined, STALL_LIMIT, { areCopied })) {
    for (const earlier of seen) before.add(earlier.length);
    hash.update(piece);
    seen.push(piece);
  }
  return { digest: hash.digest('hex'), count: seen.length, before };
}

/** Sends bytes to a server, and returns what `read` made of the request. */
async function receive<T>(read: (body: IncomingMessage) => Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const server = createServer((incoming, outgoing) => {
    read(incoming)
      .then(resolve, reject)
      .finally(() => outgoing.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: Uint8Array.from(sent) });
    return await promise;
  } finally {
    server.close();
  }
}

test('the memory of a piece that was copied is freed before the next one is read, and no byte is lost', async () => {
  const { digest, count, before } = await receive((body) => readAll(body, true));
  expect(digest).toBe(hashOf(sent));
  expect(count).toBeGreaterThan(1);
  expect(before).toEqual(new Set([0]));
});

test('a piece that its reader keeps stays as it is', async () => {
  const { digest, before } = await receive((body) => readAll(body, false));
  expect(digest).toBe(hashOf(sent));
  expect(before).not.toContain(0);
});

test('bytes that another stream may still own stay as they are', async () => {
  const own = [Uint8Array.from(sent.subarray(0, 100_000)), Uint8Array.from(sent)];
  const { before } = await readAll(Readable.from(own), true);
  expect(before).not.toContain(0);
  expect(own.map((bytes) => bytes.length)).toEqual([100_000, sent.length]);
});
