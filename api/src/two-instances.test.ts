import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listNamedFiles } from './backup/stored-files.ts';
import { verifyRows } from './backup/verify/verify-rows.ts';
import { openPostgres } from './database/postgres/postgres-database.ts';
import { hardCount } from '../testing/hard-counts.ts';
import { readJson } from '../testing/server-fixture.ts';
import { startTestPair, type TwoServers } from '../testing/servers/two-servers.ts';
import { pause, type ServerProcess } from '../testing/servers/server-process.ts';
import { buildZip } from '../testing/zips/build-zip.ts';

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
  const answer = await server.call('POST', path, { organizationId, body: LIBRARY });
  expect(answer.status).toBe(201);
}

async function settled(server: ServerProcess, datasetId: string): Promise<void> {
  const counts = async () => {
    const path = `/datasets/${datasetId}/documents?limit=1`;
    const answer = await server.call('GET', path, { organizationId });
    return (await readJson<DocumentList>(answer)).status_counts;
  };
  await expect.poll(counts, { timeout: 120_000 }).toMatchObject({ embedded: FILES, total: FILES });
}

/** Asks the database that both work on. */
async function query<Row>(sql: string): Promise<Row[]> {
  const database = await openPostgres(pair.settings.databaseUrl);
  try {
    return await database.query<Row>(sql);
  } finally {
    await database.close();
  }
}

describe('two instances', () => {
  test('know each other’s sessions, and end them for both', async () => {
    expect((await second.call('GET', '/accounts/current')).status).toBe(200);
    const answer = await second.call('GET', '/accounts/sessions');
    const { sessions } = await readJson<{ sessions: { id: string }[] }>(answer);
    expect(sessions).toHaveLength(1);
  });

  test('do each job once, and read what the other one received', async () => {
    const datasets = [await createDataset(first), await createDataset(second)];
    await Promise.all([upload(first, datasets[0] ?? ''), upload(second, datasets[1] ?? '')]);
    for (const id of datasets) await settled(second, id);
    expect(
      await query('SELECT max(attempts) AS attempts, count(*) AS documents FROM documents'),
    ).toEqual([{ attempts: 1, documents: 2 * FILES }]);
    expect(await query('SELECT name FROM pgboss.job WHERE retry_count > 0')).toEqual([]);
  }, 150_000);

  test('tell a reader at one of them what happens at the other', async () => {
    const datasetId = await createDataset(first);
    const events = await second.call(
      'GET',
      `/datasets/${datasetId}/events?organization_id=${organizationId}`,
    );
    expect(events.status).toBe(200);
    const reader = events.body?.getReader();
    let heard = '';
    const decoder = new TextDecoder();
    const hear = async (what: string) => {
      while (!heard.includes(what)) heard += decoder.decode((await reader?.read())?.value);
    };
    await hear('"total":0');
    await upload(first, datasetId);
    await hear(`"embedded":${FILES}`);
    await reader?.cancel();
    await settled(first, datasetId);
  }, 120_000);

  test('count guesses together', async () => {
    const json = { email_address: 'nobody@example.com', password: 'wrong password' };
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const server = pair.servers[guess % 2] ?? first;
      statuses.push((await server.call('POST', '/accounts/login', { json })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test('take over from one that dies in the middle of its work', async () => {
    const datasetId = await createDataset(first);
    await upload(first, datasetId);
    await expect
      .poll(() => query(`SELECT 1 FROM pgboss.job WHERE state = 'active'`), { timeout: 30_000 })
      .not.toEqual([]);
    await first.kill();
    await settled(second, datasetId);
    await first.start();
  }, 180_000);

  test(
    `lose and double nothing while one or the other is killed ${KILLS} times`,
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
      for (const id of datasets) await settled(first, id);
      const database = await openPostgres(pair.settings.databaseUrl);
      const checks = await verifyRows(database);
      expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
      const strays = async () => {
        const named = new Set((await listNamedFiles(database)).map(({ key }) => `carrel/${key}`));
        return [...pair.store.objects.keys()].filter((key) => !named.has(key));
      };
      await expect.poll(strays, { timeout: 30_000 }).toEqual([]);
      await database.close();
    },
    180_000 + KILLS * 20_000,
  );
});
