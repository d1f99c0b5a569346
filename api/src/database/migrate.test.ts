import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database } from './database.ts';
import { MigrationMismatch, isMigrated, migrate, readMigrations } from './migrate.ts';
import { createTestDatabase } from '../../testing/database/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.close();
});

const migration = (name: string, sql: string) => ({ name, sql, checksum: `checksum of ${sql}` });

describe('migrating', () => {
  test('a database that has every migration changes nothing', async () => {
    expect(await migrate(database)).toEqual([]);
    expect(await isMigrated(database)).toBe(true);
  });

  test('applies new migrations once, all of them or none', async () => {
    const known = readMigrations();
    const good = migration('9001-good.sql', 'CREATE TABLE good (n int)');
    const bad = migration('9002-bad.sql', 'CREATE TABLE bad (n nonsense)');
    await expect(migrate(database, [...known, good, bad])).rejects.toThrow('nonsense');
    const [{ exists } = { exists: true }] = await database.query<{ exists: boolean }>(
      `SELECT to_regclass('good') IS NOT NULL AS exists`,
    );
    expect(exists).toBe(false);

    const migrations = [...known, good];
    const applied = await Promise.all([
      migrate(database, migrations),
      migrate(database, migrations),
    ]);
    expect(applied.flat()).toEqual([good.name]);
  });

  test('refuses a database with migrations of another version', async () => {
    const [first, ...rest] = readMigrations();
    const changed = [{ name: '', sql: '', ...first, checksum: 'another' }, ...rest];
    await expect(migrate(database, changed)).rejects.toThrow(MigrationMismatch);
  });
});
