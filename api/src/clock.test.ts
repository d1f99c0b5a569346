import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPostgres, type TestPostgres } from '../testing/postgres/test-postgres.ts';
import { createTestServer, type ServerProcess } from '../testing/servers/server-process.ts';

const HOUR = 60 * 60 * 1000;

let directory: string;
let postgres: TestPostgres;
let fast: ServerProcess;
let slow: ServerProcess;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'carrel-clock-'));
  postgres = startTestPostgres();
  const preload = new URL('../testing/servers/shifted-clock.ts', import.meta.url).href;
  const create = (shift: number) =>
    createTestServer(directory, {
      DATABASE_URL: postgres.urlOf('postgres'),
      NODE_OPTIONS: `--import ${preload}`,
      CLOCK_SHIFT_MILLISECONDS: String(shift),
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
