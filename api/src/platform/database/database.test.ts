import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { StatementRefused } from './database-error.ts';
import type { Database } from './database.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';

let database: Database;

/** Names of statements are lost between transactions. */
const isPooled: boolean | undefined = inject('isPooled');

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(
    'CREATE TABLE things (name text UNIQUE, number bigint, bytes bytea, details jsonb)',
  );
});

let minutes = 0;

/** Moves the clock a minute further each time, so that tests do not depend on each other. */
function advanceClock(): void {
  minutes += 1;
  const later = performance.now() + minutes * 60_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
}

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await database.close();
});

const countOf = async (name: string): Promise<number> => {
  const [row] = await database.query<{ count: number }>(
    'SELECT count(*) FROM things WHERE name = $1',
    [name],
  );
  return row?.count ?? -1;
};

describe('a statement', () => {
  test('returns numbers, bytes, json and timestamps as such', async () => {
    await database.query('INSERT INTO things VALUES ($1, $2, $3, $4)', [
      'values',
      9_007_199_254_740_991,
      new Uint8Array([0, 255]),
      JSON.stringify({ a: [1] }),
    ]);
    const [row] = await database.query<{ bytes: Uint8Array; at: Date } & Record<string, unknown>>(
      `SELECT number, bytes, details, now() AS at FROM things WHERE name = 'values'`,
    );
    expect(row?.['number']).toBe(9_007_199_254_740_991);
    expect([...(row?.bytes ?? [])]).toEqual([0, 255]);
    expect(row?.['details']).toEqual({ a: [1] });
    expect(row?.at).toBeInstanceOf(Date);
  });

  test('that is refused names the constraint that it violated', async () => {
    await database.query(`INSERT INTO things (name) VALUES ('once')`);
    const again = database.query(`INSERT INTO things (name) VALUES ('once')`);
    await expect(again).rejects.toThrow(StatementRefused);
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'things_name_key' });
  });

  test('of several parts returns the rows of all, and a failing part does not affect later statements', async () => {
    expect(await database.query('SELECT 1 AS n; SELECT 2 AS n')).toEqual([{ n: 1 }, { n: 2 }]);
    await expect(database.query('BEGIN; SELECT 1 / 0; COMMIT')).rejects.toThrow(/division/);
    expect(await database.query('SELECT 3 AS n')).toEqual([{ n: 3 }]);
  });
});

describe('a transaction', () => {
  test('keeps all of its changes or none', async () => {
    const failed = database.transaction(async (tx) => {
      await tx.query(`INSERT INTO things (name) VALUES ('failed')`);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await countOf('failed')).toBe(0);
  });

  test('that swallowed a failed statement does not report a commit', async () => {
    const swallowed = database.transaction(async (tx) => {
      await tx.query(`INSERT INTO things (name) VALUES ('swallowed')`);
      await tx.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect(await countOf('swallowed')).toBe(0);
  });

  test('does not mix with statements of other callers', async () => {
    let finish: (() => void) | undefined;
    const pause = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const slow = database.transaction(async (tx) => {
      await tx.query(`INSERT INTO things (name) VALUES ('slow')`);
      await pause;
      throw new Error('no');
    });
    const other = database.query(`INSERT INTO things (name) VALUES ('other')`);
    finish?.();
    await expect(slow).rejects.toThrow('no');
    await other;
    expect([await countOf('slow'), await countOf('other')]).toEqual([0, 1]);
  });
});

describe('a tenant', () => {
  test('sees and changes rows of its organization only', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await database.query(
      `INSERT INTO organizations (id, name) VALUES ($1, 'Mine'), ($2, 'Theirs')`,
      [mine, theirs],
    );
    const seen = await database.tenant(mine, async (tx) => {
      await tx.query(`UPDATE organizations SET description = 'seen'`);
      return tx.query('SELECT name FROM organizations');
    });
    expect(seen).toEqual([{ name: 'Mine' }]);
    const foreign = database.tenant(mine, (tx) =>
      tx.query(`INSERT INTO workspaces (organization_id, name) VALUES ($1, 'W')`, [theirs]),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
    const untouched = await database.query(
      'SELECT name FROM organizations WHERE description IS NULL',
    );
    expect(untouched).toContainEqual({ name: 'Theirs' });
  });

  test('owns no table, and its role ends with the transaction', async () => {
    const owned = await database.query(
      `SELECT 1 FROM pg_tables WHERE tableowner = 'carrel_tenant'`,
    );
    expect(owned).toEqual([]);
    const [after] = await database.query<{ tenant: boolean; setting: string | null }>(
      `SELECT current_user = 'carrel_tenant' AS tenant, current_organization_id() AS setting`,
    );
    expect(after).toEqual({ tenant: false, setting: null });
  });

  test('sees every table with an organization id isolated', async () => {
    const open = await database.query(`
      SELECT c.relname FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
      WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
        AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`);
    expect(open).toEqual([]);
  });
});

describe('a deletion', () => {
  test('finds referencing rows by their key, however small that table was before', async () => {
    await database.query(`
      CREATE TABLE parents (id integer PRIMARY KEY);
      CREATE TABLE children (id integer PRIMARY KEY REFERENCES parents ON DELETE CASCADE);
      INSERT INTO parents SELECT generate_series(1, 5000);
      INSERT INTO children SELECT generate_series(1, 8);
      ANALYZE children`);
    const remove = (id: number) =>
      database.transaction(async (tx) => {
        await tx.query('DELETE FROM parents WHERE id = $1', [id]);
        return tx.query(
          `SELECT idx_scan AS "byKey" FROM pg_stat_xact_user_tables WHERE relname = 'children'`,
        );
      });
    // A generic plan is made after five custom ones.
    for (let n = 1; n < 8; n += 1) expect(await remove(n)).toEqual([{ byKey: 0 }]);
    await database.query('INSERT INTO children SELECT generate_series(9, 5000)');
    advanceClock();
    expect(await remove(8)).toEqual([{ byKey: 1 }]);
  });
});

describe('queryOnce', () => {
  test('returns and accepts values as any other statement, repeatedly', async () => {
    const sql = `SELECT $1::uuid AS id, $2::timestamptz AS at, $3::text AS text, $4::bigint AS n,
      $5::jsonb AS json, $6::text[] AS list, $7::bytea AS bytes, $8::boolean AS yes`;
    const id = randomUUID();
    for (const at of [new Date(0), new Date(86_400_000)]) {
      const values = [id, at, null, 7, '{"a":1}', ['x', 'y'], new Uint8Array([0, 255]), true];
      const [row] = await database.queryOnce<{ bytes: Uint8Array }>(sql, values);
      expect({ ...row, bytes: [...(row?.bytes ?? [])] }).toEqual({
        id,
        at,
        text: null,
        n: 7,
        json: { a: 1 },
        list: ['x', 'y'],
        bytes: [0, 255],
        yes: true,
      });
    }
  });

  test('sees only the rows of its organization, and its role ends with the statement', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    await database.query(
      `INSERT INTO organizations (id, name) VALUES ($1, 'Mine'), ($2, 'Theirs')`,
      [mine, theirs],
    );
    const seen = (of: string) =>
      database.queryOnce<{ name: string; user: string }>(
        'SELECT name, current_user AS user FROM organizations WHERE name <> $1',
        ['Other'],
        of,
      );
    const both = await Promise.all([seen(mine), seen(theirs), seen(mine), seen(randomUUID())]);
    expect(both.map((rows) => rows.map(({ name, user }) => `${name} ${user}`))).toEqual([
      ['Mine carrel_tenant'],
      ['Theirs carrel_tenant'],
      ['Mine carrel_tenant'],
      [],
    ]);
    const foreign = database.queryOnce(
      `INSERT INTO workspaces (organization_id, name) VALUES ($1, 'W') RETURNING id`,
      [theirs],
      mine,
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
    await expect(database.queryOnce('SELECT value FROM secrets', [], mine)).rejects.toThrow(
      /denied/,
    );
    const [after] = await database.queryOnce<{ tenant: boolean; setting: string | null }>(
      `SELECT current_user = 'carrel_tenant' AS tenant, current_organization_id() AS setting`,
      [],
    );
    expect(after).toEqual({ tenant: false, setting: null });
  });

  test('runs later statements after one that fails', async () => {
    const divide = (by: number, organizationId?: string) =>
      database.queryOnce<{ n: number }>('SELECT 6 / $1::int AS n', [by], organizationId);
    const results = await Promise.allSettled([
      divide(0),
      divide(2),
      divide(0, randomUUID()),
      divide(3, randomUUID()),
      database.queryOnce('SELECT nothing FROM nowhere', []),
      divide(6),
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 0))).toEqual([
      0,
      [{ n: 3 }],
      0,
      [{ n: 2 }],
      0,
      [{ n: 1 }],
    ]);
  });

  test.skipIf(isPooled)('parses and plans a statement once, whatever its parameters', async () => {
    const sql = 'SELECT name FROM things WHERE name = $1 LIMIT 51';
    // A generic plan is made after five custom ones.
    for (let n = 0; n < 8; n += 1) await database.queryOnce(sql, [String(n)]);
    const made = await database.query<{ planned: number }>(
      'SELECT generic_plans AS planned FROM pg_prepared_statements WHERE statement = $1',
      [sql],
    );
    expect(made).toEqual([{ planned: 3 }]);
  });

  test.skipIf(isPooled)('plans a statement again for a table that has grown', async () => {
    await database.query(`CREATE TABLE growing (id integer PRIMARY KEY, text text);
      INSERT INTO growing VALUES (1, 'One'); ANALYZE growing`);
    const sql = 'SELECT text FROM growing WHERE id = $1';
    for (let n = 0; n < 8; n += 1) await database.queryOnce(sql, [n]);
    await database.query(`INSERT INTO growing SELECT n, 'More' FROM generate_series(2, 5000) AS n`);
    advanceClock();
    await database.queryOnce(sql, [2]);
    const [kept] = await database.query<{ name: string }>(
      'SELECT name FROM pg_prepared_statements WHERE statement = $1',
      [sql],
    );
    const plan = await database.query(`EXPLAIN EXECUTE "${kept?.name}" (3)`);
    expect(JSON.stringify(plan)).toContain('Index');
  });
});
