import type { SearchLog } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { purgeExpired } from '@carrel/testing/purge-expired.ts';
import { searchLogOf, QUESTIONS_PER_DAY_MAX } from './search-log-repository.ts';
import { searchLogWriterOf } from './search-log.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  server = await createServerFixture();
  owner = await server.person();
  organizationId = await server.organization(owner);
});
afterAll(() => server.close());

const inside = (method: string, path: string, json?: unknown) =>
  owner.call(method, path, { organizationId, ...(json === undefined ? {} : { json }) });

async function workspace(): Promise<string> {
  return (
    await readJson<{ id: string }>(await inside('POST', '/workspaces', { name: 'Reading room' }))
  ).id;
}

const search = async (id: string, query: string, more: object = {}) => {
  const response = await inside('POST', `/workspaces/${id}/search`, { query, ...more });
  expect(response.status).toBe(200);
};

async function logOf(id: string): Promise<SearchLog> {
  await searchLogWriterOf(server.dependencies).flush();
  return readJson<SearchLog>(await inside('GET', `/workspaces/${id}/searches`));
}

const setLog = (search_log: boolean) =>
  inside('PATCH', `/organizations/${organizationId}`, { search_log });

describe('what people ask of a workspace', () => {
  test('is counted by day, with the questions without results', async () => {
    const id = await workspace();
    await search(id, 'Where is the café?');
    await search(id, 'where is the  cafe?');
    await search(id, 'opening hours');
    await logOf(id);
    await search(id, 'Opening hours');
    const { enabled, days, unanswered } = await logOf(id);
    expect(enabled).toBe(true);
    expect(days).toEqual([
      {
        day: new Date().toISOString().slice(0, 10),
        searches: 4,
        by_mcp: 0,
        without_results: 4,
        p95: expect.any(Number) as number,
      },
    ]);
    expect(unanswered.map(({ query, times }) => [query, times])).toEqual([
      ['Opening hours', 2],
      ['where is the cafe?', 2],
    ]);
  });

  test('does not count searches while a query is typed, or without a word', async () => {
    const id = await workspace();
    await search(id, 'opening h', { final: false });
    expect(await logOf(id)).toEqual({ enabled: true, days: [], unanswered: [] });
  });

  test('is cut at 300 characters, between characters', async () => {
    const id = await workspace();
    await search(id, `x${'🚂'.repeat(400)}`);
    const { unanswered } = await logOf(id);
    expect(unanswered.map(({ query }) => Array.from(query).length)).toEqual([300]);
    expect(unanswered[0]?.query.isWellFormed()).toBe(true);
  });

  test('names no person', async () => {
    const rows = await server.database.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns
       WHERE table_name IN ('search_days', 'unanswered_questions')`,
    );
    expect(rows.filter(({ column_name: name }) => /account|session|ip/u.test(name))).toEqual([]);
  });

  test('is unknown for a workspace that was deleted meanwhile, and the others are counted', async () => {
    const [gone, kept] = [await workspace(), await workspace()];
    await search(gone, 'maps');
    await search(kept, 'maps');
    await inside('DELETE', `/workspaces/${gone}`);
    expect((await logOf(kept)).unanswered).toHaveLength(1);
    expect((await inside('GET', `/workspaces/${gone}/searches`)).status).toBe(404);
  });

  test('keeps the last questions of a day only', async () => {
    const id = await workspace();
    await server.database.query(
      `INSERT INTO unanswered_questions
       SELECT $1, $2, (now() AT TIME ZONE 'UTC')::date, decode(md5(n::text), 'hex'), 'old ' || n, 1, now() - interval '1 minute'
       FROM generate_series(1, $3::integer) AS n`,
      [organizationId, id, QUESTIONS_PER_DAY_MAX],
    );
    await search(id, 'a newer one');
    const { unanswered } = await logOf(id);
    expect(unanswered).toHaveLength(QUESTIONS_PER_DAY_MAX);
    expect(unanswered[0]?.query).toBe('a newer one');
  });

  test('is purged after 30 days', async () => {
    const id = await workspace();
    await search(id, 'maps');
    await logOf(id);
    const age = (days: number) =>
      server.database.query(
        `WITH aged AS (UPDATE search_days SET day = (now() AT TIME ZONE 'UTC')::date - $2::integer
           WHERE workspace_id = $1)
         UPDATE unanswered_questions SET day = (now() AT TIME ZONE 'UTC')::date - $2::integer
           WHERE workspace_id = $1`,
        [id, days],
      );
    await age(29);
    await purgeExpired(server.database);
    expect((await logOf(id)).unanswered).toHaveLength(1);
    await age(30);
    expect((await logOf(id)).unanswered).toHaveLength(0);
    await purgeExpired(server.database);
    const rows = await server.database.query(
      `SELECT day FROM search_days WHERE workspace_id = $1
       UNION ALL SELECT day FROM unanswered_questions WHERE workspace_id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
  });
});

describe('an organization that keeps no log', () => {
  test('deletes what is there, records who did it, and counts nothing', async () => {
    const id = await workspace();
    await search(id, 'a secret of Ada');
    expect((await logOf(id)).unanswered).toHaveLength(1);
    await search(id, 'a secret under way');
    expect((await setLog(false)).status).toBe(204);
    expect(await logOf(id)).toEqual({ enabled: false, days: [], unanswered: [] });
    await search(id, 'another secret');
    expect((await setLog(true)).status).toBe(204);
    expect(await logOf(id)).toEqual({ enabled: true, days: [], unanswered: [] });
    const records = await server.database.query<{ details: unknown }>(
      `SELECT details FROM audit_records WHERE action = 'organization.updated' ORDER BY id`,
    );
    expect(records.map(({ details }) => details)).toEqual([
      { search_log: 'off' },
      { search_log: 'on' },
    ]);
    const told = await server.database.query(
      `SELECT id FROM audit_records a WHERE a::text LIKE '%secret%'`,
    );
    expect(told).toEqual([]);
  });

  test('keeps what it has if the change fails', async () => {
    const id = await workspace();
    await search(id, 'maps');
    await logOf(id);
    const failed = server.database.tenant(organizationId, async (tx) => {
      await searchLogOf(tx, organizationId).clear();
      throw new Error('undone');
    });
    await expect(failed).rejects.toThrow('undone');
    expect((await logOf(id)).unanswered).toHaveLength(1);
  });

  test('is shown to its members', async () => {
    const { organizations } = await readJson<{ organizations: { search_log: boolean }[] }>(
      await owner.call('GET', '/organizations'),
    );
    expect(organizations.map(({ search_log }) => search_log)).toEqual([true]);
  });
});
