import { Agent, request } from 'node:http';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { acceptedWriteSchema, archiveReceiptSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readJson } from '@carrel/testing/server-fixture.ts';
import { holdRequest } from '@carrel/testing/servers/held-request.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const WRITES = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `written/${name}.txt`);
/** Takes seconds to merge; the writes are merged after it. */
const LOAD = Uint8Array.from(
  buildZip(Array.from({ length: 2000 }, (_, at) => ({ name: `${at}.txt`, content: 'Text.' }))),
);

let directory: string;
let server: ServerProcess;
let organizationId: string;
let dataset: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-stop-'));
  server = await createTestServer(directory);
  await server.start();
  await server.signIn();
  const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(organization)).id;
  const made = await server.call('POST', '/datasets', { organizationId, json: { name: 'Notes' } });
  dataset = `/datasets/${(await readJson<{ id: string }>(made)).id}`;
});
afterAll(async () => {
  await server.kill();
  await rm(directory, { recursive: true, force: true });
});

const get = async (path: string) => {
  const response = await server.call('GET', dataset + path, { organizationId });
  return [response.status, await response.json()] as const;
};

/** The bytes of each upload and write that was received whole. */
const storedFiles = () =>
  readdirSync(join(directory, 'archives'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/incoming|identity/.test(entry.parentPath),
  );

/** What an accepted write did; nothing before it is merged. */
async function receiptOf(id: string): Promise<{ added?: number }> {
  const response = await get(`/archives/${id}/entries`);
  return response[0] === 200 ? parse(archiveReceiptSchema, response[1]).counts : {};
}

const write = (path: string) =>
  server.call('PUT', `${dataset}/documents/by-path?path=${path}`, {
    organizationId,
    body: new TextEncoder().encode(`Text of ${path}.`),
    headers: { 'Content-Type': 'application/octet-stream', Prefer: 'wait=60' },
  });

test('D7: writes that wait for their merge are accepted at a stop signal, and merged after the next start', async () => {
  const load = await server.call('POST', `${dataset}/archives`, { organizationId, body: LOAD });
  expect(load.status).toBe(201);
  const responses = WRITES.map(write);
  await expect
    .poll(() => storedFiles().length, { timeout: 30_000 })
    .toBeGreaterThanOrEqual(1 + WRITES.length);
  const stopped = server.stop();
  const archiveIds: string[] = [];
  for (const response of await Promise.all(responses)) {
    expect(response.status).toBe(202);
    archiveIds.push(parse(acceptedWriteSchema, await response.json()).archive_id);
  }
  expect(await stopped).toBe(0);

  await server.start();
  for (const id of archiveIds) {
    await expect
      .poll(async () => (await receiptOf(id)).added, { timeout: 150_000, interval: 500 })
      .toBe(1);
  }
});

test('D7: a connection that is kept open gets 503 for its next request after a stop signal', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const healthz = () =>
    new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
      (resolve, reject) => {
        const sent = request(`${server.origin}/healthz`, { agent }, (response) => {
          response.resume();
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers }),
          );
        });
        sent.on('error', reject);
        sent.end();
      },
    );
  expect(await healthz()).toMatchObject({ status: 200 });
  const held = await holdRequest(server.origin, {
    method: 'POST',
    path: '/accounts/reset-password',
    headers: { 'Content-Type': 'application/json' },
    body: new TextEncoder().encode('{"email_address":"a@example.com"}'),
  });
  expect(await healthz()).toMatchObject({ status: 200 });
  const stopped = server.stop();
  await expect
    .poll(async () =>
      fetch(`${server.origin}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  const refused = await healthz();
  expect(refused).toMatchObject({ status: 503, headers: { connection: 'close' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await held.finish()).toBe(204);
  expect(await stopped).toBe(0);
  agent.destroy();
});
