import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { describeSchema } from '@carrel/testing/database/describe-schema.ts';
import { createEmptyTestDatabase } from '@carrel/testing/database/test-database.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { PASSWORD } from '@carrel/testing/server-fixture.ts';
import { openUpgradeFixture } from '@carrel/testing/upgrades/open-fixture.ts';
import { READER_VERSION } from '../../../extraction/partition/reader-version.ts';
import { verifyRows } from '../../../operations/backup/verify/verify-rows.ts';
import type { Database } from '../database.ts';
import { finishUpgrade } from './finish-upgrade.ts';
import { BASELINE } from './baseline.ts';
import { isFinished, isMigrated, listApplied, migrate, readMigrations } from './migrate.ts';

const schemaOf = (database: Database) => database.transaction(describeSchema);

let database: Database;
let dataDirectory: string;
let started: PipelineFixture | undefined;

beforeAll(async () => {
  ({ database, dataDirectory } = await openUpgradeFixture());
});
afterAll(async () => {
  await (started ?? database).close();
});

describe('a database of the last version before the baseline', () => {
  test('is at the baseline: of two instances that start at the same time, one applies what follows', async () => {
    expect(await isMigrated(database)).toBe(false);
    const applied = await Promise.all([migrate(database), migrate(database)]);
    const later = readMigrations().filter(({ name }) => name > BASELINE);
    expect(applied.flat()).toEqual(later.map(({ name }) => name));
    expect(await isMigrated(database)).toBe(true);
    expect(await isFinished(database)).toBe(true);
    expect(await finishUpgrade(database)).toEqual([]);
  });

  test('is the same as a new one', async () => {
    const fresh = await createEmptyTestDatabase();
    await migrate(fresh);
    expect(await schemaOf(database)).toBe(await schemaOf(fresh));
    expect(await listApplied(database)).toEqual(await listApplied(fresh));
    await fresh.close();
  });

  test('has all its rows, and its documents in progress become ready', async () => {
    const count = (table: string) =>
      database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    expect(await count('invitations')).toEqual([{ count: 1 }]);
    expect(await count('workspace_datasets')).toEqual([{ count: 1 }]);
    const waiting = await database.query(`SELECT FROM archives WHERE status = 'pending'`);
    expect(waiting.length).toBeGreaterThan(2);

    started = await createPipelineFixture({}, { dataDirectory }, database);
    const person = started.server.visitor();
    const signedIn = await person.call('POST', '/accounts/login', {
      json: { email_address: 'ada@example.com', password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
    const statuses = () =>
      database.query<{ folder: string; status: string; count: number }>(
        `SELECT folder, status, count(*)::int AS count FROM documents
         GROUP BY 1, 2 ORDER BY 1, 2`,
      );
    await expect.poll(statuses, { timeout: 90_000 }).toEqual([
      { folder: '', status: 'embedded', count: 2 },
      { folder: 'a', status: 'partitioning_error', count: 1 },
      { folder: 'a/b', status: 'embedded', count: 1 },
      { folder: 'merged', status: 'embedded', count: 25 },
      { folder: 'minutes.eml', status: 'embedded', count: 3 },
      { folder: 'queued', status: 'embedded', count: 2 },
      { folder: 'waiting', status: 'embedded', count: 3 },
    ]);
    // What the version before has read says so; what is read now does not.
    const readers = await database.query<{ reader: number }>(
      `SELECT DISTINCT reader FROM documents WHERE status = 'embedded' ORDER BY 1`,
    );
    expect(readers.map(({ reader }) => reader)).toEqual([0, READER_VERSION]);
    const pending = () =>
      database.query(`SELECT FROM archives WHERE status NOT IN ('completed', 'stored')`);
    await expect.poll(pending, { timeout: 30_000 }).toEqual([]);
    const checks = await verifyRows(database);
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });
});
