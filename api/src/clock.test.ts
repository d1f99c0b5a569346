import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DocumentList } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openPostgres } from './platform/database/postgres/postgres-database.ts';
import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createTestServer, type ServerProcess } from '@carrel/testing/servers/server-process.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

const HOUR = 60 * 60 * 1000;

let directory: string;
let postgres: TestPostgres;
let fast: ServerProcess;
let slow: ServerProcess;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'carrel-clock-'));
  postgres = startTestPostgres();
  const preload = new URL('../../testing/servers/preloads/shifted-clock.ts', import.meta.url).href;
  const create = (shift: number) =>
    createTestServer(directory, {
      DATABASE_URL: postgres.urlOf('postgres'),
      NODE_OPTIONS: `--import ${preload}`,
      CLOCK_SHIFT_MILLISECONDS: String(shift),
      CLOCK_JUMP_MILLISECONDS: String(-2 * shift),
    });
  fast = await create(HOUR);
  slow = await create(-HOUR);
  await fast.start();
  await slow.start();
}, 120_000);
afterAll(async () => {
  await fast.kill();
  await slow.kill();
  postgres.close();
  rmSync(directory, { recursive: true, force: true });
});

test('D7: instances whose clocks are an hour ahead and an hour behind agree on who is signed in', async () => {
  // The first one both creates and redeems the link of the confirmation.
  await fast.signIn();
  expect((await fast.call('GET', '/accounts/current')).status).toBe(200);
  slow.signInLike(fast);
  expect((await slow.call('GET', '/accounts/current')).status).toBe(200);

  for (const [refreshing, other] of [
    [slow, fast],
    [fast, slow],
  ] as const) {
    expect((await refreshing.call('PUT', '/accounts/sessions')).status).toBe(204);
    other.signInLike(refreshing);
    expect((await other.call('GET', '/accounts/current')).status).toBe(200);
  }
}, 60_000);

test('D7: clocks that are set by two hours while their instances work end no session, and each job is done once', async () => {
  const files = 40;
  const created = await fast.call('POST', '/organizations', { json: { name: 'Readers' } });
  const { id: organizationId } = await readJson<{ id: string }>(created);
  const dataset = await fast.call('POST', '/datasets', { organizationId, json: { name: 'D' } });
  const { id } = await readJson<{ id: string }>(dataset);
  const zip = buildZip(
    Array.from({ length: files }, (_, n) => ({
      name: `${n}.md`,
      content: `# Note ${n}\n\n${'Some words. '.repeat(200)}`,
    })),
  );
  const body = Uint8Array.from(zip);
  await fast.call('POST', `/datasets/${id}/archives`, { organizationId, body });
  for (const server of [fast, slow]) process.kill(server.pid(), 'SIGUSR2');

  for (const [refreshing, other] of [
    [slow, fast],
    [fast, slow],
  ] as const) {
    other.signInLike(refreshing);
    expect((await other.call('GET', '/accounts/current')).status).toBe(200);
    expect((await refreshing.call('PUT', '/accounts/sessions')).status).toBe(204);
    other.signInLike(refreshing);
    expect((await other.call('PUT', '/accounts/sessions')).status).toBe(204);
    refreshing.signInLike(other);
  }
  const counts = async () => {
    const path = `/datasets/${id}/documents?limit=1`;
    const response = await slow.call('GET', path, { organizationId });
    return (await readJson<DocumentList>(response)).status_counts;
  };
  await expect.poll(counts, { timeout: 60_000 }).toMatchObject({ embedded: files, total: files });
  const json = { email_address: 'nobody@example.com', password: 'wrong password' };
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const server = guess % 2 === 0 ? fast : slow;
    statuses.push((await server.call('POST', '/accounts/login', { json })).status);
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(10);
  const database = await openPostgres(postgres.urlOf('postgres'));
  try {
    expect(await database.query('SELECT max(attempts) AS attempts FROM documents')).toEqual([
      { attempts: 1 },
    ]);
    expect(await database.query('SELECT name FROM jobs WHERE attempts > 0')).toEqual([]);
  } finally {
    await database.close();
  }
}, 120_000);
