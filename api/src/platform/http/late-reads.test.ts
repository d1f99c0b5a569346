import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DocumentList, SearchResponse } from '@carrel/shared/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { createApiKey } from '@carrel/testing/api-key.ts';
import {
  startReplicatedPostgres,
  whyNoReplicas,
  type ReplicatedPostgres,
} from '@carrel/testing/replicas/replicated-postgres.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { createVisitor, readJson, type Visitor } from '@carrel/testing/server-fixture.ts';
import { createTestServer } from '@carrel/testing/servers/server-process.ts';
import { createApp } from '../../app.ts';
import type { Database } from '../database/database.ts';
import type { Replicas } from '../database/replicas/replicas.ts';

const reason = whyNoReplicas();

/** Longer than any test: a replica is late for nobody. */
const LONG = 600_000;

let postgres: ReplicatedPostgres;
let database: Database;
let replicas: Replicas;
let settles = 0;
let fixture: PipelineFixture;
let owner: Visitor;
let organizationId: string;

const readsOfReplica = () => replicas.statuses()[0]?.reads ?? 0;

/** Returns the names of all datasets, as a caller sees them, and whether a replica told. */
async function list(caller: Visitor, headers: Record<string, string> = {}) {
  const before = readsOfReplica();
  const response = await caller.call('GET', '/datasets', { organizationId, headers });
  expect(response.status).toBe(200);
  const { datasets } = await readJson<{ datasets: { name: string }[] }>(response);
  return { names: datasets.map(({ name }) => name), onReplica: readsOfReplica() > before };
}

/** Returns someone else, who has written nothing. */
async function colleague(): Promise<Visitor> {
  const member = await fixture.server.member(organizationId, 'Editor');
  member.cookies.delete('carrel_log_position');
  return member;
}

const create = (caller: Visitor, name: string) =>
  caller.call('POST', '/datasets', { organizationId, json: { name } });

describe.skipIf(reason !== undefined)('with a replica', () => {
  beforeAll(async () => {
    postgres = await startReplicatedPostgres();
    const opened = await postgres.open({ boundMilliseconds: LONG });
    if (opened.replicas === undefined) throw new Error('There are no replicas');
    ({ replicas } = opened);
    const settle = () => {
      settles += 1;
      return replicas.settle();
    };
    database = { ...opened, replicas: { ...replicas, settle } };
    fixture = await createPipelineFixture({}, {}, database);
    ({ owner, organizationId } = fixture);
    await vi.waitUntil(() => replicas.statuses()[0]?.state === 'used', 20_000);
  });
  afterEach(() => postgres.operator.resume());
  afterAll(async () => {
    await fixture?.close();
    await postgres.close();
  });

  test('lists and searches are answered by it, for members only', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Of badgers.' });
    await replicas.settle();
    const other = await colleague();
    const [before, primary] = [readsOfReplica(), replicas.readsOfPrimary()];
    const base = `/datasets/${fixture.datasetId}`;
    const get = async <Body>(path: string, caller: Visitor = other) =>
      readJson<Body>(await caller.call('GET', path, { organizationId }));
    const documents = await get<DocumentList>(`${base}/documents`);
    expect(documents.documents).toMatchObject([{ path: 'a.txt', status: 'embedded' }]);
    expect(await get(`${base}/navigate`)).toMatchObject({ items: [{ name: 'a.txt' }] });
    expect(await get(`${base}/documents/find`)).toMatchObject({ total: 1 });
    expect(await get(`${base}/archives`)).toMatchObject({ archives: [{}] });
    expect(await get('/workspaces')).toEqual({ workspaces: [] });
    expect(await get('/summary')).toMatchObject({ documents: 1 });
    const found = await readJson<SearchResponse>(
      await other.call('POST', `${base}/search`, { organizationId, json: { query: 'badgers' } }),
    );
    expect(found.results).toMatchObject([{ document: { path: 'a.txt' } }]);
    expect(readsOfReplica()).toBeGreaterThan(before + 6);
    expect(replicas.readsOfPrimary()).toBe(primary);

    const outsider = await fixture.server.person();
    const foreign = await fixture.server.organization(outsider);
    const elsewhere = await outsider.call('GET', `${base}/documents`, { organizationId: foreign });
    expect(elsewhere.status).toBe(404);
    expect((await outsider.call('GET', '/datasets', { organizationId })).status).toBe(404);
  });

  test('who writes sees it at once, on every instance; others once it is replayed', async () => {
    const other = await colleague();
    await replicas.settle();
    await postgres.operator.pause();
    const created = await create(owner, 'New');
    expect(created.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^carrel_log_position=[0-9A-F]+%2F[0-9A-F]+; Max-Age=10; Path=\/api; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await list(owner)).toEqual({ names: ['Library', 'New'], onReplica: false });
    expect(await list(other)).toEqual({ names: ['Library'], onReplica: true });

    const second = await postgres.open({ boundMilliseconds: LONG });
    const elsewhere = createVisitor(
      createApp({ ...fixture.server.dependencies, database: second }),
    );
    for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
    expect((await list(elsewhere)).names).toEqual(['Library', 'New']);
    await second.close();

    await postgres.operator.resume();
    await vi.waitUntil(async () => (await list(owner)).onReplica, 20_000);
    expect((await list(owner)).names).toEqual(['Library', 'New']);
  });

  test('a request that writes nothing says no position', async () => {
    for (const [method, path, json] of [
      ['GET', '/datasets', undefined],
      ['POST', `/datasets/${fixture.datasetId}/search`, { query: 'badgers' }],
      ['POST', '/datasets', { name: '' }],
    ] as const) {
      const response = await owner.call(method, path, { organizationId, json });
      expect(response.headers.get('X-Log-Position')).toBeNull();
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  });

  test('a program says what it has seen, and reads from the primary if it does not', async () => {
    const key = await createApiKey(fixture.owner, organizationId);
    const program = createVisitor(fixture.server.app);
    const headers = { Authorization: `Bearer ${key}` };
    await replicas.settle();
    await postgres.operator.pause();
    const created = await create(owner, 'Newer');
    const position = created.headers.get('X-Log-Position') ?? '';
    const seenAt = (seen: string) => list(program, { ...headers, 'X-Log-Position': seen });

    expect((await seenAt('0/0')).onReplica).toBe(true);
    expect((await seenAt('0/0')).names).not.toContain('Newer');
    // What nobody wrote, what is no position, and what a client made up lead to the primary.
    for (const seen of [position, 'FFFFFFFF/FFFFFFFF', '', '1', 'x/y', `0/${'9'.repeat(5000)}`]) {
      expect(await seenAt(seen)).toEqual({
        names: expect.arrayContaining(['Newer']) as unknown,
        onReplica: false,
      });
    }
    const unplaced = await list(program, headers);
    expect(unplaced).toMatchObject({ onReplica: false });
    expect(unplaced.names).toContain('Newer');
  });

  test('an event comes once the replica has what it tells', async () => {
    await fixture.uploadFiles({ 'b.txt': 'Text.' });
    const other = await colleague();
    await replicas.settle();
    const path = `/datasets/${fixture.datasetId}/events?organization_id=${organizationId}`;
    const stream = await other.call('GET', path);
    const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader();
    await reader.read();

    await postgres.operator.pause();
    const before = settles;
    await database.query(`UPDATE documents SET status = 'embedding_error' WHERE path = 'b.txt'`);
    let isTold = false;
    const told = reader.read().then(({ value }) => {
      isTold = true;
      return new TextDecoder().decode(value);
    });
    await vi.waitUntil(() => settles > before, 20_000);
    // Time enough to send it.
    expect((await list(other)).names).toContain('Library');
    expect(isTold).toBe(false);
    await postgres.operator.resume();
    expect(await told).toContain('embedding_error');
    const reads = readsOfReplica();
    const documents = await other.call(
      'GET',
      `/datasets/${fixture.datasetId}/documents?status=embedding_error`,
      { organizationId },
    );
    expect((await readJson<DocumentList>(documents)).documents).toHaveLength(1);
    expect(readsOfReplica()).toBe(reads + 1);
    await reader.cancel();
  });

  test('the server is ready without it, and its metrics say so', async () => {
    postgres.replica.stop('fast');
    await vi.waitUntil(() => replicas.statuses()[0]?.state === 'away', 20_000);
    const { app } = fixture.server;
    expect((await app.request('/readyz')).status).toBe(200);
    expect((await list(await colleague())).names).toContain('Library');
    const metrics = await (await app.request('/metrics')).text();
    expect(metrics).toContain('carrel_replica_state{replica="1",state="away"} 1\n');
    expect(metrics).toMatch(/^carrel_recent_reads_total\{target="replica 1"\} [1-9]/m);
    expect(metrics).toMatch(/^carrel_replica_lag_bytes\{replica="1"\} \d+$/m);
    postgres.replica.start();
    await vi.waitUntil(() => replicas.statuses()[0]?.state === 'used', 20_000);
  });

  test('a server uses what its setting names', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'carrel-replica-'));
    const server = await createTestServer(directory, {
      DATABASE_URL: postgres.primary.urlOf('carrel'),
      DATABASE_READ_URL: postgres.replica.urlOf('carrel'),
    });
    try {
      await server.start();
      const metrics = async () => (await fetch(`${server.origin}/metrics`)).text();
      await expect
        .poll(metrics, { timeout: 20_000 })
        .toContain('carrel_replica_state{replica="1",state="used"} 1\n');
    } finally {
      await server.kill();
      rmSync(directory, { recursive: true, force: true });
    }
  });

  test('no request has tried to write there', () => {
    const log = postgres.replica.readLog();
    expect(log).toContain('ready to accept read-only connections');
    expect(log).not.toMatch(/cannot (?:execute|assign|set)/);
  });
});
