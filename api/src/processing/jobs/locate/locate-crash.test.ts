import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { random } from '@carrel/testing/faults/seed.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { TEAM_LIBRARY } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { openServerData } from '@carrel/testing/servers/open-server-data.ts';
import {
  createTestServer,
  pause,
  type ServerProcess,
} from '@carrel/testing/servers/server-process.ts';
import type { Queryable } from '../../../platform/database/database.ts';

const ROUNDS = hardCount(1, 20);

let directory: string;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'carrel-locate-'));
  server = await createTestServer(directory);
  await server.start();
});
afterAll(async () => {
  await server.kill();
  await rm(directory, { recursive: true, force: true });
});

/** Works on the data of the server, which is not running. */
async function withData<T>(work: (database: Queryable) => Promise<T>): Promise<T> {
  const database = await openServerData(directory);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const look = async (database: Queryable) => ({
  positions: await database.query<{ start_offset: number | null }>(
    `SELECT document_id, number, start_offset, end_offset, page_first, page_last, headings
     FROM chunks ORDER BY document_id, number`,
  ),
  left: await database.query('SELECT organization_id FROM chunk_locating'),
});

test(
  `Q4: ${ROUNDS} kills while chunks are located leave no wrong position, and all are located`,
  async () => {
    await server.signIn();
    const organization = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
    const { id: organizationId } = await readJson<{ id: string }>(organization);
    const dataset = await server.call('POST', '/datasets', {
      organizationId,
      json: { name: 'Library' },
    });
    const { id } = await readJson<{ id: string }>(dataset);
    await server.call('POST', `/datasets/${id}/archives?purge_on_completion=false`, {
      organizationId,
      body: TEAM_LIBRARY,
    });
    const list = async () =>
      readJson<DocumentList>(
        await server.call('GET', `/datasets/${id}/documents`, { organizationId }),
      );
    await expect
      .poll(async () => (await list()).status_counts, { timeout: 120_000 })
      .toMatchObject({ embedded: 20, total: 22 });
    await server.kill();

    const { positions: expected } = await withData(look);
    expect(expected.filter(({ start_offset: start }) => start === null)).toEqual([]);
    const forget = () =>
      withData(async (database) => {
        // As an earlier version left them.
        await database.query(
          `UPDATE chunks SET start_offset = NULL, end_offset = NULL, page_first = NULL, page_last = NULL, headings = NULL,
             document_text = NULL`,
        );
        await database.query('INSERT INTO chunk_locating (organization_id) VALUES ($1)', [
          organizationId,
        ]);
      });
    /** Returns whether the server located all chunks in this time. */
    const runFor = async (milliseconds: number) => {
      await server.start();
      await pause(milliseconds);
      await server.kill();
      const { positions, left } = await withData(look);
      const isDone = left.length === 0;
      const wrong = positions.filter(
        (position, at) =>
          (isDone || position.start_offset !== null) && !isDeepStrictEqual(position, expected[at]),
      );
      expect(wrong).toEqual([]);
      return isDone;
    };

    await forget();
    // The waits before each kill come from the seed.
    const next = random();
    for (let round = 0; round < ROUNDS; round += 1) {
      if (await runFor(next() * 3000)) await forget();
    }
    let wait = 5000;
    while (!(await runFor(wait))) wait *= 2;
  },
  300_000 + ROUNDS * 20_000,
);
