import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listNamedFiles } from './operations/backup/stored-files.ts';
import { verifyRows } from './operations/backup/verify/verify-rows.ts';
import { openPostgres } from './platform/database/postgres/postgres-database.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { startTestPair, type TwoServers } from '@carrel/testing/servers/two-servers.ts';
import { pause, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const KILLS = hardCount(2, 50);

const FILES = 12;
const LIBRARY = Uint8Array.from(
  buildZip(
    Array.from({ length: FILES }, (_, n) => ({
      name: `notes/${n}.md`,
      content: `# Note ${n}\n\nSome words. `.repeat(200),
    })),
  ),
);

let pair: TwoServers;
let first: ServerProcess;
let second: ServerProcess;
let organizationId: string;

beforeAll(async () => {
  pair = await startTestPair();
  [first, second] = pair.servers;
  await first.signIn();
  second.signInLike(first);
  const made = await second.call('POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(made)).id;
}, 120_000);
afterAll(async () => {
  await pair.close();
});

async function createDataset(server: ServerProcess): Promise<string> {
  const made = await server.call('POST', '/datasets', { organizationId, json: { name: 'D' } });
  return (await readJson<{ id: string }>(made)).id;
}

async function upload(server: ServerProcess, datasetId: string): Promise<void> {
  const path = `/datasets/${datasetId}/archives`;
  const response = await server.call('POST', path, { organizationId, body: LIBRARY });
  expect(response.status).toBe(201);
}

async function waitUntilEmbedded(server: ServerProcess, datasetId: string): Promise<void> {
  const counts = async () => {
    const path = `/datasets/${datasetId}/documents?limit=1`;
    const response = await server.call('GET', path, { organizationId });
    return (await readJson<DocumentList>(response)).status_counts;
  };
  await expect.poll(counts, { timeout: 120_000 }).toMatchObject({ embedded: FILES, total: FILES });
}

/** Queries the database of both instances. */
async function query<Row>(sql: string): Promise<Row[]> {
  const database = await openPostgres(pair.settings.databaseUrl);
  try {
    return await database.query<Row>(sql);
  } finally {
    await database.close();
  }
}

describe('two instances', () => {
  test('share sessions', async () => {
    expect((await second.call('GET', '/accounts/current')).status).toBe(200);
    const response = await second.call('GET', '/accounts/sessions');
    const { sessions } = await readJson<{ sessions: { id: string }[] }>(response);
    expect(sessions).toHaveLength(1);
  });

  test('run each job once, and read uploads of each other', async () => {
    const datasets = [await createDataset(first), await createDataset(second)];
    await Promise.all([upload(first, datasets[0] ?? ''), upload(second, datasets[1] ?? '')]);
    for (const id of datasets) await waitUntilEmbedded(second, id);
    expect(
      await query('SELECT max(attempts) AS attempts, count(*) AS documents FROM documents'),
    ).toEqual([{ attempts: 1, documents: 2 * FILES }]);
    expect(await query('SELECT name FROM jobs WHERE attempts > 0')).toEqual([]);
  }, 150_000);

  test('send events of changes at the other one', async () => {
    const datasetId = await createDataset(first);
    const events = await second.call(
      'GET',
      `/datasets/${datasetId}/events?organization_id=${organizationId}`,
    );
    expect(events.status).toBe(200);
    const reader = events.body?.getReader();
    let received = '';
    const decoder = new TextDecoder();
    const receive = async (text: string) => {
      while (!received.includes(text)) received += decoder.decode((await reader?.read())?.value);
    };
    await receive('"total":0');
    await upload(first, datasetId);
    await receive(`"embedded":${FILES}`);
    await reader?.cancel();
    await waitUntilEmbedded(first, datasetId);
  }, 120_000);

  test('share the limits of guesses', async () => {
    const json = { email_address: 'nobody@example.com', password: 'wrong password' };
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const server = pair.servers[guess % 2] ?? first;
      statuses.push((await server.call('POST', '/accounts/login', { json })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test('take over jobs of a killed one', async () => {
    const datasetId = await createDataset(first);
    await upload(first, datasetId);
    await expect
      .poll(() => query(`SELECT 1 FROM jobs WHERE claimed_by IS NOT NULL`), { timeout: 30_000 })
      .not.toEqual([]);
    await first.kill();
    await waitUntilEmbedded(second, datasetId);
    await first.start();
  }, 180_000);

  test(
    `lose and duplicate nothing while either is killed ${KILLS} times`,
    async () => {
      const datasets: string[] = [];
      for (let round = 0; round < KILLS; round += 1) {
        const victim = pair.servers[round % 2] ?? first;
        const survivor = pair.servers[(round + 1) % 2] ?? second;
        const datasetId = await createDataset(victim);
        await upload(victim, datasetId);
        datasets.push(datasetId);
        await pause((round * 370) % 2000);
        await victim.kill();
        expect((await survivor.call('GET', '/accounts/current')).status).toBe(200);
        await victim.start();
      }
      for (const id of datasets) await waitUntilEmbedded(first, id);
      const database = await openPostgres(pair.settings.databaseUrl);
      const checks = await verifyRows(database);
      expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
      const orphanedKeys = async () => {
        const stored = (await listNamedFiles(database)).map(({ key }) => `carrel/${key}`);
        const named = new Set([...stored, 'carrel/identity/storage-id']);
        return [...pair.store.objects.keys()].filter((key) => !named.has(key));
      };
      await expect.poll(orphanedKeys, { timeout: 30_000 }).toEqual([]);
      await database.close();
    },
    180_000 + KILLS * 20_000,
  );
});
