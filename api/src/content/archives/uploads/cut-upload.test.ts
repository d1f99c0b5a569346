import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import { cleanUpFiles } from '../../../processing/housekeeping/clean-up-after-crash.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { openFolderStorage } from '../../../platform/storage/folder/folder-storage.ts';
import {
  readToEnd,
  listenFor,
  type TestSocketServer,
} from '@carrel/testing/servers/upload-socket.ts';

const CONNECTIONS = hardCount(9, 100);
/** The default where there is time for it. */
const STALL_SECONDS = hardCount(2, 60);
const SHARES = [0.01, 0.5, 0.999];

const zip = Uint8Array.from(
  buildZip([{ name: 'a.bin', content: randomBytes(3 * 1024 * 1024), method: 0 }]),
);

let fixture: PipelineFixture;
let server: TestSocketServer;
let directory: string;
beforeAll(async () => {
  fixture = await createPipelineFixture({}, { uploadStallSeconds: STALL_SECONDS });
  directory = join(fixture.server.dependencies.settings.dataDirectory, 'archives');
  server = await listenFor(fixture);
});
afterAll(async () => {
  await server.close();
  await fixture.close();
});

const incoming = () => readdir(join(directory, 'incoming'));

async function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** Starts an upload and sends this share of it; the server has started to store it then. */
async function begin(share: number): Promise<Socket> {
  const socket = await server.announce(zip.length);
  await send(socket, zip.subarray(0, Math.floor(zip.length * share)));
  return socket;
}

/** What is left once every upload was given up, and files were cleaned up. */
async function left() {
  await expect.poll(incoming, { timeout: 20_000 }).toEqual([]);
  const storage = await openFolderStorage(directory);
  await cleanUpFiles(fixture.server.database, storage, 'all');
  return { files: await readdir(directory), archives: await fixture.archives() };
}
const NOTHING = { files: ['incoming'], archives: [] };

test(`U1: ${CONNECTIONS} connections cut at 1, 50 and 99.9 % leave nothing behind`, async () => {
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, number) => begin(SHARES[number % 3] ?? 0)),
  );
  await expect.poll(incoming, { timeout: 20_000 }).toHaveLength(CONNECTIONS);
  for (const [number, socket] of sockets.entries()) {
    if (number % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  expect(await left()).toEqual(NOTHING);
});

test('U1: a connection that ends before all announced bytes leaves nothing behind', async () => {
  const socket = await begin(0.999);
  await expect.poll(incoming, { timeout: 20_000 }).toHaveLength(1);
  socket.end();
  expect(await readToEnd(socket)).not.toMatch(/ 201 /);
  expect(await left()).toEqual(NOTHING);
});

test(
  `U1: an upload of one byte a second times out after ${STALL_SECONDS} seconds, and leaves nothing behind`,
  async () => {
    const socket = await begin(0.5);
    const drip = setInterval(() => socket.write('x'), 1000);
    expect(await readToEnd(socket)).toMatch(
      /^HTTP\/1.1 408 [^]*The upload was too slow and was given up\. Please try again\./,
    );
    clearInterval(drip);
    expect(await left()).toEqual(NOTHING);
  },
  30_000 + 4000 * STALL_SECONDS,
);
