import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openPostgres } from './platform/database/postgres/postgres-database.ts';
import type { Database } from './platform/database/database.ts';
import { parseMetrics } from './operations/health/parse-metrics.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { startTestPair, type TwoServers } from '@carrel/testing/servers/two-servers.ts';
import type { ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const MANY = 3000;
const FEW = 3;
const HOUR = 60 * 60 * 1000;

let pair: TwoServers;
let fast: ServerProcess;
let slow: ServerProcess;
let database: Database;

beforeAll(async () => {
  const preload = new URL('../../testing/servers/preloads/shifted-clock.ts', import.meta.url).href;
  const clock = (shift: number) => ({
    NODE_OPTIONS: `--import ${preload}`,
    CLOCK_SHIFT_MILLISECONDS: String(shift),
  });
  pair = await startTestPair([clock(HOUR), clock(-HOUR)]);
  [fast, slow] = pair.servers;
  await fast.signIn();
  slow.signInLike(fast);
  database = await openPostgres(pair.settings.databaseUrl);
}, 120_000);
afterAll(async () => {
  await database.close();
  await pair.close();
});

interface Place {
  organizationId: string;
  datasetId: string;
}

async function newOrganization(name: string): Promise<Place> {
  const organization = await fast.call('POST', '/organizations', { json: { name } });
  const { id: organizationId } = await readJson<{ id: string }>(organization);
  const dataset = await fast.call('POST', '/datasets', { organizationId, json: { name } });
  return { organizationId, datasetId: (await readJson<{ id: string }>(dataset)).id };
}

async function uploadNotes({ organizationId, datasetId }: Place, count: number): Promise<void> {
  const body = Uint8Array.from(
    buildZip(
      Array.from({ length: count }, (_, n) => ({ name: `${n}.txt`, content: `Note ${n}.` })),
    ),
  );
  const path = `/datasets/${datasetId}/archives`;
  expect((await fast.call('POST', path, { organizationId, body })).status).toBe(201);
}

async function embedded({ organizationId, datasetId }: Place): Promise<number> {
  const path = `/datasets/${datasetId}/documents?limit=1`;
  const response = await fast.call('GET', path, { organizationId });
  return (await readJson<DocumentList>(response)).status_counts.embedded;
}

/** Returns how many documents of an organization a server has processed since its start. */
async function processedBy(server: ServerProcess, { organizationId }: Place): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  const sample = parseMetrics(text).find(
    ({ name, labels }) =>
      name === 'carrel_organization_documents_processed_total' &&
      labels['organization'] === organizationId,
  );
  return sample?.value ?? 0;
}

test('P5: two instances whose clocks differ share the turns, and one that is killed holds nobody back', async () => {
  const [large, small] = [await newOrganization('Large'), await newOrganization('Small')];
  await uploadNotes(large, MANY);
  const both = () => Promise.all([fast, slow].map((server) => processedBy(server, large)));
  await expect
    .poll(async () => Math.min(...(await both())), { timeout: 120_000 })
    .toBeGreaterThan(0);

  await slow.kill();
  await uploadNotes(small, FEW);
  await expect.poll(() => embedded(small), { timeout: 60_000 }).toBe(FEW);
  expect(await embedded(large)).toBeLessThan(MANY);

  await slow.start();
  await expect.poll(() => embedded(large), { timeout: 120_000 }).toBe(MANY);
  // What the killed one had in progress was begun twice, everything else once.
  const [attempts] = await database.query<{ most: number; twice: number }>(
    `SELECT max(attempts) AS most, count(*) FILTER (WHERE attempts > 1) AS twice FROM documents
     WHERE organization_id = $1`,
    [large.organizationId],
  );
  expect(attempts?.most).toBeLessThanOrEqual(2);
  expect(attempts?.twice).toBeLessThanOrEqual(300);
}, 300_000);
