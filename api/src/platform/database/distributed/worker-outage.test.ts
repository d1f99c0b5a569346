import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestCitus, type TestCitus } from '@carrel/testing/postgres/test-citus.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { verifyRows } from '../../../operations/backup/verify/verify-rows.ts';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres/postgres-database.ts';

const ROUNDS = hardCount(4, 20);
/** Some are on each worker. */
const ORGANIZATIONS = 8;
const FILES = 12;
const LIBRARY = Uint8Array.from(
  buildZip(Array.from({ length: FILES }, (_, n) => ({ name: `${n}.md`, content: `# Note ${n}` }))),
);

let directory: string;
let cluster: TestCitus;
let server: ServerProcess;
let url: string;
const organizations: string[] = [];
let datasets: { organizationId: string; id: string }[] = [];

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'carrel-worker-outage-'));
  cluster = startTestCitus();
  url = await cluster.createDatabase('carrel');
  server = await createTestServer(directory, { DATABASE_URL: url, DATABASE_DISTRIBUTED: 'citus' });
  await server.start();
  await server.signIn();
  for (let n = 0; n < ORGANIZATIONS; n += 1) {
    const made = await server.call('POST', '/organizations', { json: { name: `Readers ${n}` } });
    organizations.push((await readJson<{ id: string }>(made)).id);
  }
}, 120_000);
afterAll(async () => {
  await server.kill();
  cluster.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Runs `work` on a connection that no worker has broken. */
async function withCoordinator<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Uploads into a dataset of an organization; repeats what was answered by 503. */
async function upload(organizationId: string): Promise<void> {
  const send = async (path: string, sent: Parameters<ServerProcess['call']>[2]) => {
    for (;;) {
      const response = await server.call('POST', path, { organizationId, ...sent });
      if (response.status === 201) return readJson<{ id: string }>(response);
      expect(response.status).toBe(503);
      await response.arrayBuffer();
      await pause(100);
    }
  };
  const { id } = await send('/datasets', { json: { name: 'D' } });
  await send(`/datasets/${id}/archives`, { body: LIBRARY });
  datasets.push({ organizationId, id });
}

/** Reads a document, if there is one, with its chunks, and searches, in every organization; returns the statuses. */
async function readAll(): Promise<number[]> {
  const statuses: number[] = [];
  for (const { organizationId, id } of datasets) {
    const read = async (method: string, path: string, json?: unknown) => {
      const response = await server.call(method, path, {
        organizationId,
        ...(json === undefined ? {} : { json }),
      });
      expect([200, 503]).toContain(response.status);
      statuses.push(response.status);
      return response;
    };
    const listed = await read('GET', `/datasets/${id}/documents?limit=1`);
    const { documents } = await readJson<DocumentList>(listed);
    for (const document of documents) {
      const chunks = `/datasets/${id}/documents/${document.id}/chunks`;
      await (await read('GET', chunks)).arrayBuffer();
    }
    await (await read('POST', `/datasets/${id}/search`, { query: 'note' })).arrayBuffer();
  }
  return statuses;
}

async function waitUntilProcessed(): Promise<void> {
  for (const { organizationId, id } of datasets) {
    const counts = async () => {
      const response = await server.call('GET', `/datasets/${id}/documents?limit=1`, {
        organizationId,
      });
      return (await readJson<DocumentList>(response)).status_counts;
    };
    await expect.poll(counts, { timeout: 90_000 }).toMatchObject({ embedded: FILES, total: FILES });
  }
}

/** The first statement on a connection that the coordinator had to a worker gets a 503. */
async function requireWhole(): Promise<void> {
  await waitUntilProcessed();
  await expect.poll(readAll, { timeout: 60_000 }).not.toContain(503);
  const checks = await withCoordinator(verifyRows);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
}

interface Crashing {
  crash(): Promise<unknown> | void;
  start(): Promise<unknown> | void;
}

test(
  `D12: a worker, the coordinator or the server crashes and returns, ${ROUNDS} times under uploads: nothing is lost, others go on`,
  async () => {
    const workers: Crashing[] = cluster.workers.map((worker) => ({
      crash: async () => {
        worker.stop('immediate');
        // There are lists, and the organizations of the other worker.
        expect(await readAll()).toContain(200);
      },
      start: () => worker.start(),
    }));
    const { coordinator } = cluster;
    const crashing: Crashing[] = [
      ...workers,
      { crash: () => coordinator.stop('immediate'), start: () => coordinator.start() },
      { crash: () => server.kill(), start: () => server.start() },
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      datasets = [];
      for (const id of organizations) await upload(id);
      const one = crashing[round % crashing.length];
      await one?.crash();
      await one?.start();
      await requireWhole();
    }
  },
  180_000 + ROUNDS * 60_000,
);

/** Moves each shard to the other worker, and reads everything in between. */
async function moveShards(): Promise<void> {
  const moves = await withCoordinator((database) =>
    database.query<{ shard: number; from: string; to: string }>(
      `SELECT min(p.shardid) AS shard, n.nodename AS from, o.nodename AS to
       FROM pg_dist_placement p JOIN pg_dist_shard s USING (shardid)
       JOIN pg_dist_node n USING (groupid) JOIN pg_dist_node o ON o.groupid > 0 AND o.groupid <> n.groupid
       WHERE n.groupid > 0 AND s.logicalrelid = 'chunks'::regclass GROUP BY p.shardid, n.nodename, o.nodename`,
    ),
  );
  expect(moves.length).toBeGreaterThan(1);
  for (const { shard, from, to } of moves) {
    await withCoordinator((database) =>
      database.query(
        `SELECT citus_move_shard_placement($1, $2, 5432, $3, 5432, shard_transfer_mode => 'block_writes')`,
        [shard, from, to],
      ),
    );
    expect(new Set(await readAll())).toEqual(new Set([200]));
  }
}

test('D13: shards move to another worker under uploads and reads: nothing is lost', async () => {
  datasets = [];
  await upload(organizations[0] ?? '');
  await Promise.all([moveShards(), ...organizations.map(upload)]);
  await requireWhole();
}, 180_000);
