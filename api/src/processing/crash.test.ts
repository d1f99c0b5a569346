import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { TEAM_LIBRARY } from '@carrel/testing/pipeline-fixture.ts';
import {
  createTestServer,
  pause,
  type ServerProcess,
} from '@carrel/testing/servers/server-process.ts';

const ROUNDS = hardCount(2, 200);
/** Against hanging only: what each dataset may take after the one before it. */
const ENDED_WITHIN_MILLISECONDS = 90_000;

let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-crash-'));
  server = await createTestServer(directory);
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await rm(directory, { recursive: true, force: true });
});

test(
  `Q1: ${ROUNDS} kills in the middle of the pipeline lose and duplicate nothing, and all documents end`,
  async () => {
    await server.signIn();
    const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
    const { id: organizationId } = await readJson<{ id: string }>(organization);
    // The waits before each kill come from the seed.
    const next = random();
    const datasets: string[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const dataset = await server.call('POST', '/datasets', {
        organizationId,
        json: { name: `Round ${round}` },
      });
      const { id } = await readJson<{ id: string }>(dataset);
      const upload = await server.call('POST', `/datasets/${id}/archives`, {
        organizationId,
        body: TEAM_LIBRARY,
      });
      expect(upload.status).toBe(201);
      datasets.push(id);
      await pause(next() * 4000);
      await server.kill();
      await server.start();
    }

    for (const id of datasets) {
      const list = async () =>
        readJson<DocumentList>(
          await server.call('GET', `/datasets/${id}/documents?limit=200`, { organizationId }),
        );
      await expect
        .poll(async () => (await list()).status_counts, { timeout: ENDED_WITHIN_MILLISECONDS })
        .toMatchObject({ embedded: 20, partitioning_error: 2, total: 22 });
      const paths = (await list()).documents.map(({ path }) => path);
      expect(new Set(paths).size).toBe(22);
    }
    // Each content is stored once, in one file beside the folders of uploads and of the storage's id.
    await expect
      .poll(async () => (await readdir(join(directory, 'archives'))).length, { timeout: 30_000 })
      .toBe(3);
  },
  120_000 + ROUNDS * 150_000,
);
