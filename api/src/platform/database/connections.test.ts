import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import type { Database } from './database.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe.runIf(inject('postgresTemplate') !== undefined)('PostgreSQL', () => {
  test('keeps connections for requests while background transactions wait for theirs', async () => {
    const { promise: held, resolve: end } = Promise.withResolvers<void>();
    const busy = Array.from({ length: 30 }, () =>
      database.lowPriority.transaction(async (tx) => {
        await tx.query('SELECT');
        await held;
      }),
    );
    expect(await database.query('SELECT 1::int AS n')).toEqual([{ n: 1 }]);
    end();
    await Promise.all(busy);
  });

  // A PgBouncer that keeps names, which `PGBOUNCER` names, handles DEALLOCATE itself.
  test.skipIf(process.env['PGBOUNCER'])(
    'names no statement after a pooler has lost a name',
    async () => {
      // Nothing else has connections of it: a pooler runs each statement over the same one.
      const own = await createTestDatabase();
      onTestFinished(() => own.close());
      const queryOne = (organizationId?: string) =>
        own.queryOnce('SELECT $1::int AS n', [1], organizationId);
      const named = () => own.query('SELECT FROM pg_prepared_statements');
      await queryOne(randomUUID());
      expect(await named()).not.toEqual([]);
      await own.query('DEALLOCATE ALL');
      expect(await queryOne(randomUUID())).toEqual([{ n: 1 }]);
      expect(await queryOne()).toEqual([{ n: 1 }]);
      expect(await named()).toEqual([]);
    },
  );
});
