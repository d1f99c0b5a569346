import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database } from '../database.ts';
import { MigrationMismatch, SECOND_PHASE, isMigrated, migrate, readMigrations } from './migrate.ts';
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
    const first = new Set([
      '0970-counts-only-by-statement.sql',
      '0971-organizations-lead-keys.sql',
    ]);
    const unnamed = [...SECOND_PHASE].filter((name) => !/^\d{4}-finish-/.test(name));
    expect(unnamed.filter((name) => !first.has(name))).toEqual([]);
  });

  test('second phases wait until the upgrade is finished, where other instances may run', async () => {
    const upgraded = await createEmptyTestDatabase();
    const known = readMigrations();
    const before = known.findIndex(({ name }) => name.startsWith('0950'));
    await migrate(upgraded, known.slice(0, before));
    const later = known.slice(before).map(({ name }) => name);

    const applied = await migrate(upgraded);
    expect(await isMigrated(upgraded)).toBe(true);
    const finished = await migrate(upgraded, known, { finish: true });
    expect([...applied, ...finished].toSorted()).toEqual(later);
    expect(finished).toEqual(
      upgraded.kind === 'embedded' ? [] : later.filter((name) => name.startsWith('097')),
    );
    expect(await migrate(upgraded, known, { finish: true })).toEqual([]);
    await upgraded.close();
  });

  test('an index that was interrupted is built again', async () => {
    const interrupted = await createEmptyTestDatabase();
    const known = readMigrations();
    const online = known.findIndex(({ name }) => name.startsWith('0951'));
    await migrate(interrupted, known.slice(0, online));
    await interrupted.query(
      'CREATE UNIQUE INDEX documents_by_path ON documents (organization_id, dataset_id, path)',
    );
    if (interrupted.kind === 'postgres') {
      await interrupted.query(
        `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'documents_by_path'::regclass`,
      );
    }
    await migrate(interrupted, known, { finish: true });
    const invalid = await interrupted.query('SELECT FROM pg_index WHERE NOT indisvalid');
    expect(invalid).toEqual([]);
    await interrupted.close();
  });
});
