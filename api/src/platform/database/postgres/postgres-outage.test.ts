import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { hardCount } from '@carrel/testing/hard-counts.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { openPostgres } from './postgres-database.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';

const ROUNDS = hardCount(3, 20);
const WRITERS = 8;
const RECOVERED_WITHIN_MILLISECONDS = 5000;

const FILES = 12;
const LIBRARY = Uint8Array.from(
  buildZip(Array.from({ length: FILES }, (_, n) => ({ name: `${n}.md`, content: `# Note ${n}` }))),
);

let directory: string;
let postgres: TestPostgres;
let server: ServerProcess;
let organizationId: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'carrel-outage-'));
  postgres = startTestPostgres();
  server = await createTestServer(directory, { DATABASE_URL: postgres.urlOf('postgres') });
  await server.start();
  await server.signIn();
  const made = await server.call('POST', '/organizations', { json: { name: 'Readers' } });
  organizationId = (await readJson<{ id: string }>(made)).id;
}, 120_000);
afterAll(async () => {
  await server.kill();
  postgres.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The responses to all writers, in order of arrival. */
interface Ledger {
  acknowledged: Set<string>;
  responses: { at: number; status: number; retryAfter: string | null }[];
}

/** Creates workspaces one after the other and records the responses. */
async function keepWriting(ledger: Ledger, writer: number, isDone: () => boolean): Promise<void> {
  for (let n = 0; !isDone(); n += 1) {
    const name = `${writer}-${n}`;
    const response = await server.call('POST', '/workspaces', { organizationId, json: { name } });
    await response.arrayBuffer();
    ledger.responses.push({
      at: performance.now(),
      status: response.status,
      retryAfter: response.headers.get('Retry-After'),
    });
    if (response.status === 201) ledger.acknowledged.add(name);
    else await pause(100);
  }
}

async function killConnections(): Promise<void> {
  const operator = await openPostgres(postgres.urlOf('postgres'));
  await operator.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
  );
  await operator.close();
}

/** Stops PostgreSQL as an operator does, crashes it, or kills its connections. */
async function interrupt(round: number): Promise<void> {
  if (round % 3 === 2) return killConnections();
  postgres.stop(round % 3 === 0 ? 'fast' : 'immediate');
  postgres.start();
}

async function upload(): Promise<string> {
  const made = await server.call('POST', '/datasets', { organizationId, json: { name: 'D' } });
  const { id } = await readJson<{ id: string }>(made);
  const path = `/datasets/${id}/archives`;
  const response = await server.call('POST', path, { organizationId, body: LIBRARY });
  expect(response.status).toBe(201);
  return id;
}

test(
  `D1: PostgreSQL restarted, crashed and with its connections killed, ${ROUNDS} times under load: no lost commit, and automatic recovery`,
  async () => {
    const ledger: Ledger = { acknowledged: new Set(), responses: [] };
    let done = false;
    const isDone = () => done;
    const writers = Array.from({ length: WRITERS }, (_, writer) =>
      keepWriting(ledger, writer, isDone),
    );
    const datasets: string[] = [];
    const recoveries: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      datasets.push(await upload());
      await interrupt(round);
      const back = performance.now();
      await expect
        .poll(() => ledger.responses.findLast(({ at }) => at > back)?.status, { timeout: 30_000 })
        .toBe(201);
      recoveries.push(performance.now() - back);
    }
    done = true;
    await Promise.all(writers);

    expect(new Set(ledger.responses.map(({ status }) => status))).toEqual(new Set([201, 503]));
    const refused = ledger.responses.filter(({ status }) => status === 503);
    expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
    expect(Math.max(...recoveries)).toBeLessThan(RECOVERED_WITHIN_MILLISECONDS);

    const listed = await server.call('GET', '/workspaces', { organizationId });
    const { workspaces } = await readJson<{ workspaces: { name: string }[] }>(listed);
    const kept = new Set(workspaces.map(({ name }) => name));
    expect([...ledger.acknowledged].filter((name) => !kept.has(name))).toEqual([]);
    expect(kept.size).toBe(workspaces.length);

    // The queue recovers too: every document is processed.
    for (const id of datasets) {
      const counts = async () => {
        const path = `/datasets/${id}/documents?limit=1`;
        const response = await server.call('GET', path, { organizationId });
        return (await readJson<DocumentList>(response)).status_counts;
      };
      await expect
        .poll(counts, { timeout: 90_000 })
        .toMatchObject({ embedded: FILES, total: FILES });
    }
  },
  180_000 + ROUNDS * 20_000,
);
