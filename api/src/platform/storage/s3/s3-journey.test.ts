import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readJson } from '@carrel/testing/server-fixture.ts';
import { TEAM_LIBRARY } from '@carrel/testing/pipeline-fixture.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { startS3Server, type S3TestServer } from '@carrel/testing/s3-server.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

let directory: string;
let store: S3TestServer;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-s3-'));
  store = await startS3Server();
  server = await createTestServer(directory, { ...store.environment, STORAGE_URL: store.url });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await store.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Without the storage's id. */
const fileCount = () =>
  [...store.objects.keys()].filter((key) => !key.includes('identity/')).length;

const isPut = (request: Request) => request.method === 'PUT';

async function createDataset(organizationId: string): Promise<string> {
  const dataset = await server.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Library' },
  });
  return (await readJson<{ id: string }>(dataset)).id;
}

async function createOrganization(): Promise<string> {
  const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
  return (await readJson<{ id: string }>(organization)).id;
}

test('an archive in an S3 store becomes documents, and is purged when all are processed', async () => {
  await server.signIn();
  const organizationId = await createOrganization();
  const datasetId = await createDataset(organizationId);

  const upload = await server.call('POST', `/datasets/${datasetId}/archives`, {
    organizationId,
    body: TEAM_LIBRARY,
  });
  expect(upload.status).toBe(201);
  expect(await readdir(directory)).not.toContain('archives');

  await expect
    .poll(
      async () => {
        const documents = await server.call('GET', `/datasets/${datasetId}/documents`, {
          organizationId,
        });
        return (await readJson<DocumentList>(documents)).status_counts;
      },
      { timeout: 60_000 },
    )
    .toMatchObject({ embedded: 20, partitioning_error: 2, total: 22 });
  // Only the bytes of failed documents are left, for a retry.
  await expect.poll(fileCount, { timeout: 60_000 }).toBe(1);
  await server.call('DELETE', `/datasets/${datasetId}`, { organizationId });
  await expect.poll(fileCount, { timeout: 60_000 }).toBe(0);
}, 90_000);

test('originals in an S3 store are stored once, are sent in ranges, and go with their last document', async () => {
  const organizationId = await createOrganization();
  const text = Array.from({ length: 2000 }, (_, at) => `word${at * 7919}`).join(' ');
  const zip = buildZip([
    { name: 'a.txt', content: text },
    { name: 'b.txt', content: 'Something else.' },
  ]);
  const fill = async () => {
    const datasetId = await createDataset(organizationId);
    await server.call('POST', `/datasets/${datasetId}/archives`, {
      organizationId,
      body: Uint8Array.from(zip),
    });
    const documents = `/datasets/${datasetId}/documents`;
    await expect
      .poll(
        async () =>
          (await readJson<DocumentList>(await server.call('GET', documents, { organizationId })))
            .status_counts,
        { timeout: 60_000 },
      )
      .toMatchObject({ embedded: 2 });
    const list = await readJson<DocumentList>(
      await server.call('GET', documents, { organizationId }),
    );
    const id = list.documents.find(({ path }) => path === 'a.txt')?.id;
    return { datasetId, content: `${documents}/${id}/content` };
  };
  const drop = (datasetId: string) =>
    server.call('DELETE', `/datasets/${datasetId}`, { organizationId });

  const first = await fill();
  const second = await fill();
  await expect.poll(fileCount, { timeout: 20_000 }).toBe(1);
  await drop(first.datasetId);
  await expect
    .poll(async () => (await server.call('GET', first.content, { organizationId })).status, {
      timeout: 20_000,
    })
    .toBe(404);
  const range = await server.call('GET', second.content, {
    organizationId,
    headers: { Range: 'bytes=4-19' },
  });
  expect([range.status, await range.text()]).toEqual([206, text.slice(4, 20)]);
  const whole = await server.call('GET', second.content, { organizationId });
  expect(await whole.text()).toBe(text);
  await drop(second.datasetId);
  await expect.poll(fileCount, { timeout: 20_000 }).toBe(0);
}, 150_000);

test('a store that is unavailable causes a 503, and nothing of the upload is left', async () => {
  const organizationId = await createOrganization();
  const datasetId = await createDataset(organizationId);
  store.faults.push({ when: isPut, times: 100, response: new Response(null, { status: 503 }) });

  const upload = await server.call('POST', `/datasets/${datasetId}/archives`, {
    organizationId,
    body: TEAM_LIBRARY,
  });
  store.faults.length = 0;

  expect(upload.status).toBe(503);
  expect(fileCount()).toBe(0);
}, 60_000);
