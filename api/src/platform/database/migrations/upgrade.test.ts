import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { verifyRows } from '../../../operations/backup/verify/verify-rows.ts';
import type { Database } from '../database.ts';
import { MigrationMismatch, isMigrated, migrate, selectMigrations } from './migrate.ts';
import { createEmptyTestDatabase } from '@carrel/testing/database/test-database.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../../../testing/first-release/${name}`, import.meta.url), 'utf8');

let database: Database;

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  // A migration that was changed since is refused here, as on every server that has applied it.
  const firstRelease = JSON.parse(read('migrations.json')) as { name: string; checksum: string }[];
  await migrate(database, selectMigrations(firstRelease));
  await database.query(read('rows.sql'));
});
afterAll(async () => {
  await database.close();
});

describe('a database of the first release', () => {
  test('is migrated by two instances that start at the same time, with all its rows', async () => {
    expect(await isMigrated(database)).toBe(false);
    const applied = await Promise.all([migrate(database), migrate(database)]);
    expect(new Set(applied.flat()).size).toBe(applied.flat().length);
    expect(await isMigrated(database)).toBe(true);

    expect(
      await database.query('SELECT path, status, attempts FROM documents ORDER BY path'),
    ).toEqual([
      { path: 'a/b/good.txt', status: 'embedded', attempts: 1 },
      { path: 'a/bad.pdf', status: 'partitioning_error', attempts: 1 },
    ]);
    expect(
      await database.query('SELECT path, document_count, failed_count FROM folders ORDER BY path'),
    ).toEqual([
      { path: 'a', document_count: 2, failed_count: 1 },
      { path: 'a/b', document_count: 1, failed_count: 0 },
    ]);
    const renewed = await database.query('SELECT renewed_at = created_at AS same FROM invitations');
    expect(renewed).toEqual([{ same: true }]);
    const toLocate = await database.query(
      'SELECT l.after, o.name FROM chunk_locating l JOIN organizations o ON o.id = l.organization_id',
    );
    expect(toLocate).toEqual([{ after: '00000000-0000-0000-0000-000000000000', name: 'Readers' }]);
    const checks = await verifyRows(database);
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
    expect(checks.find(({ name }) => name === 'chunks belong to a document')?.checked).toBe(1);
  });

  test('is refused with a message after the upgrade to a newer version was finished', async () => {
    await migrate(database);
    await database.query(
      `INSERT INTO migrations (name, checksum) VALUES ('9999-finish-later.sql', 'x')`,
    );
    await expect(migrate(database)).rejects.toThrow(MigrationMismatch);
    await expect(migrate(database)).rejects.toThrow(
      'The database was made by a newer version of Carrel: this version does not know its step 9999-finish-later.sql. Start the newer version.',
    );
    await database.query(`DELETE FROM migrations WHERE name = '9999-finish-later.sql'`);
  });
});
