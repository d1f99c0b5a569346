import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DocumentChunks, DocumentDetail, DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PARAGRAPHS, TEXT } from '@carrel/testing/chunk-fixture.ts';
import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import {
  createTestServer,
  pause,
  type ServerProcess,
} from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const ROUNDS = hardCount(2, 100);
/** Against hanging only. */
const ENDED_WITHIN_MILLISECONDS = 90_000;

let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-chunks-'));
  server = await createTestServer(directory);
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await rm(directory, { recursive: true, force: true });
});

test(
  `Q1: ${ROUNDS} kills while changed chunks are made anew lose no change, and leave none half made`,
  async () => {
    await server.signIn();
    const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
    const { id: organizationId } = await readJson<{ id: string }>(organization);
    const call = (method: string, path: string, json?: object) =>
      server.call(method, path, { organizationId, ...(json && { json }) });
    const chunkSize = { metadata_parameters: { chunk_size: 80, chunk_overlap: 0 } };
    const { id: datasetId } = await readJson<{ id: string }>(
      await call('POST', '/datasets', { name: 'Manuals', ...chunkSize }),
    );
    await server.call('POST', `/datasets/${datasetId}/archives`, {
      organizationId,
      body: Uint8Array.from(buildZip([{ name: 'a.txt', content: TEXT }])),
    });
    const list = async () =>
      readJson<DocumentList>(await call('GET', `/datasets/${datasetId}/documents`));
    await expect
      .poll(async () => (await list()).status_counts.embedded, {
        timeout: ENDED_WITHIN_MILLISECONDS,
      })
      .toBe(1);
    const documentId = (await list()).documents[0]?.id ?? '';
    const base = `/datasets/${datasetId}/documents/${documentId}`;
    expect((await call('PATCH', `${base}/chunks/0`, { text: 'Omega.' })).status).toBe(200);
    expect((await call('PATCH', `${base}/chunks/2`, { off: true })).status).toBe(200);

    const next = random();
    for (let round = 0; round < ROUNDS; round += 1) {
      await call('POST', `/datasets/${datasetId}/documents/reprocess`, {
        document_ids: [documentId],
      });
      await pause(next() * 1500);
      await server.kill();
      await server.start();
      const detail = async () => readJson<DocumentDetail>(await call('GET', base));
      await expect
        .poll(async () => (await detail()).reprocessing, { timeout: ENDED_WITHIN_MILLISECONDS })
        .toBe(false);
      const { chunks } = await readJson<DocumentChunks>(await call('GET', `${base}/chunks`));
      expect(chunks.map(({ text, off }) => [text, off === true])).toEqual([
        ['Omega.', false],
        [PARAGRAPHS[1], false],
        [PARAGRAPHS[2], true],
      ]);
      expect((await detail()).chunk_changes).toEqual({ changed: 2, lost: 0 });
    }
  },
  180_000 + ROUNDS * 150_000,
);
