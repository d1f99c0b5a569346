import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database } from '../database.ts';
import { migrationsBeforeBaseline } from './baseline.ts';
import { SECOND_PHASE, isMigrated, migrate, readMigrations } from './migrate.ts';
import { MigrationMismatch } from './migration-mismatch.ts';
import {
  createEmptyTestDatabase,
  createTestDatabase,
} from '@carrel/testing/database/test-database.ts';

let database: Database;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.close();
});

const migration = (name: string, sql: string) => ({ name, sql, checksum: `checksum of ${sql}` });

const tablesOf = async (of: Database) =>
  (await of.query(`SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace`))
    .length;

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

  test('a version starts on a database of a later one until that upgrade is finished', async () => {
    const shared = await createTestDatabase();
    const known = readMigrations();
    const added = migration('9001-later.sql', 'CREATE TABLE later (n int)');
    const removed = migration('9002-finish-later.sql', 'DROP TABLE later');
    expect(await migrate(shared, [...known, added])).toEqual([added.name]);
    expect(await migrate(shared, known)).toEqual([]);
    expect(await isMigrated(shared)).toBe(true);

    await migrate(shared, [...known, added, removed]);
    await expect(migrate(shared, known)).rejects.toThrow(MigrationMismatch);
    await expect(isMigrated(shared)).rejects.toThrow('9002-finish-later.sql');
    await shared.close();
  });

  test('the name of a second phase tells earlier versions that it is one', () => {
    expect([...SECOND_PHASE].filter((name) => !/^\d{4}-finish-/.test(name))).toEqual([]);
  });

  test('second phases wait until the upgrade is finished, where other instances may run', async () => {
    const upgraded = await createTestDatabase();
    const added = migration('9001-later.sql', 'CREATE TABLE later (n int)');
    const removed = {
      ...migration('9002-finish-later.sql', 'DROP TABLE later'),
      isSecondPhase: true,
    };
    const migrations = [...readMigrations(), added, removed];
    const isShared = upgraded.kind === 'postgres';
    expect(await migrate(upgraded, migrations)).toEqual(
      isShared ? [added.name] : [added.name, removed.name],
    );
    expect(await migrate(upgraded, migrations, { finish: true })).toEqual(
      isShared ? [removed.name] : [],
    );
    expect(await migrate(upgraded, migrations, { finish: true })).toEqual([]);
    await upgraded.close();
  });

  test('an index that was interrupted is built again', async () => {
    const interrupted = await createTestDatabase();
    const index = 'INDEX documents_later ON documents (organization_id, size)';
    await interrupted.query(`CREATE ${index}`);
    if (interrupted.kind === 'postgres') {
      await interrupted.query(
        `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'documents_later'::regclass`,
      );
    }
    const online = {
      ...migration(
        '9001-later.sql',
        `-- Beside the requests.\nCREATE ${index.replace('INDEX', 'INDEX CONCURRENTLY IF NOT EXISTS')};`,
      ),
      isOnline: true,
    };
    expect(await migrate(interrupted, [...readMigrations(), online])).toEqual([online.name]);
    const indexes = await interrupted.query(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'documents_later'::regclass`,
    );
    expect(indexes).toEqual([{ valid: true }]);
    await interrupted.close();
  });
});

describe('the baseline', () => {
  const before = migrationsBeforeBaseline();
  test('is made completely or not at all, by one of two instances, with second phases', async () => {
    const fresh = await createEmptyTestDatabase();
    const known = readMigrations();
    const cut = known.map((step) => ({ ...step, sql: `${step.sql}\nSELECT 1 / 0;` }));
    await expect(migrate(fresh, cut)).rejects.toThrow('division by zero');
    expect(await tablesOf(fresh)).toBe(0);

    const removed = {
      ...migration('9002-finish-later.sql', 'ALTER TABLE folders DROP COLUMN parent'),
      isSecondPhase: true,
    };
    const migrations = [...known, removed];
    const applied = await Promise.all([migrate(fresh, migrations), migrate(fresh, migrations)]);
    // Either of them may apply what is left between two steps of the other.
    expect(applied.flat().toSorted()).toEqual(migrations.map(({ name }) => name));
    await fresh.close();
  });

  test('is refused by databases of earlier and of other versions, which stay as they are', async () => {
    const old = await createEmptyTestDatabase();
    await old.query(
      'CREATE TABLE migrations (name text PRIMARY KEY, checksum text, applied_at timestamptz DEFAULT now())',
    );
    const tables = await tablesOf(old);
    const refusal = async (applied: readonly { name: string; checksum: string }[]) => {
      await old.query('DELETE FROM migrations');
      for (const { name, checksum } of applied) {
        await old.query('INSERT INTO migrations VALUES ($1, $2)', [name, checksum]);
      }
      await expect(isMigrated(old)).rejects.toThrow(MigrationMismatch);
      const error: unknown = await migrate(old).catch((refused: unknown) => refused);
      expect(await old.query('SELECT FROM migrations')).toHaveLength(applied.length);
      expect(await tablesOf(old)).toBe(tables);
      return error instanceof Error ? error.message : '';
    };
    expect(await refusal(before.slice(0, 50))).toContain(
      'start version 1.0.0 (commit 3cec5089) on it first, then this version.',
    );
    expect(await refusal(before.filter(({ name }) => !name.startsWith('097')))).toContain(
      'run the command finish-upgrade of version 1.0.0 (commit 3cec5089), then start this version.',
    );
    const changed = before.map(({ name }) => ({ name, checksum: 'another' }));
    expect(await refusal(changed)).toContain('is not the one that this version knows');
    await old.close();
  });
});
