import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startTestPostgres, type TestPostgres } from '@carrel/testing/postgres/test-postgres.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { createPipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { PASSWORD } from '@carrel/testing/server-fixture.ts';
import { describeSchema } from '@carrel/testing/database/describe-schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Database } from '../../platform/database/database.ts';
import { isFinished, listApplied, migrate } from '../../platform/database/migrations/migrate.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { openPostgres } from '../../platform/database/postgres/postgres-database.ts';
import { restoreBackup } from './restore-backup.ts';
import type { RestoreSettings } from './restore-target.ts';
import { verify } from './verify/verify.ts';

const BACKUPS = fileURLToPath(new URL('../../../../testing/upgrades/backups/', import.meta.url));
const NAMES = readdirSync(BACKUPS).filter((name) => name.endsWith('.zip'));

/** What every backup becomes: see the README beside them. */
const READY = [
  { dataset: 'Letters', status: 'embedded', count: 40 },
  { dataset: 'Library', status: 'embedded', count: 12 },
  { dataset: 'Library', status: 'partitioning_error', count: 1 },
];

let folder: string;
let postgres: TestPostgres;
let maintenance: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-eras-'));
  postgres = startTestPostgres();
  maintenance = await openPostgres(postgres.urlOf('postgres'));
});
afterAll(async () => {
  await maintenance.close();
  postgres.close();
  rmSync(folder, { recursive: true });
});

async function inPostgres(name: string): Promise<RestoreSettings> {
  await maintenance.query(`CREATE DATABASE ${name}`);
  return {
    databaseUrl: postgres.urlOf(name),
    storageUrl: undefined,
    dataDirectory: join(folder, name),
  };
}

/** Lets a server continue until nothing is in progress. */
async function continues(settings: RestoreSettings) {
  const database = await openDatabase(settings);
  expect(await isFinished(database)).toBe(true);
  const { dataDirectory } = settings;
  const started = await createPipelineFixture({}, { dataDirectory }, database);
  try {
    const person = started.server.visitor();
    const signedIn = await person.call('POST', '/accounts/login', {
      json: { email_address: 'ada@example.com', password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);
    const statuses = () =>
      database.query(
        `SELECT s.name AS dataset, d.status, count(*)::int AS count
         FROM documents d JOIN datasets s ON s.id = d.dataset_id
         GROUP BY 1, 2 ORDER BY 1, 2`,
      );
    await expect.poll(statuses, { timeout: 90_000 }).toEqual(READY);
    const unfinished = () =>
      database.query(`SELECT status FROM archives WHERE status NOT IN ('completed', 'stored')`);
    await expect.poll(unfinished, { timeout: 60_000 }).toEqual([]);
    // Of jobs that nobody runs or that fail, some would remain.
    const jobs = () =>
      database.query(`SELECT name, attempts FROM jobs WHERE due_at <= now() AND name <> 'mail'`);
    await expect.poll(jobs, { timeout: 60_000 }).toEqual([]);
    expect(await database.query(`SELECT FROM datasets WHERE name = 'Gone'`)).toEqual([]);
  } finally {
    await started.close();
  }
}

/** To read documents takes a server most of the time. The first backup is continued below. */
const isContinued = (at: number) => [5, NAMES.length - 1].includes(at) || hardCount(0, 1) === 1;

test.each(NAMES)('the backup %s is restored, and its documents become ready', async (backup) => {
  const at = NAMES.indexOf(backup);
  const settings = await inPostgres(`era_${at}`);
  await restoreBackup(settings, join(BACKUPS, backup));
  if (isContinued(at)) await continues(settings);
  const { checks } = await verify(settings);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

test('a restored database is the same as a new one, also of the first backups', async () => {
  const settings = await inPostgres('restored');
  await restoreBackup(settings, join(BACKUPS, NAMES[0] ?? ''));
  await maintenance.query('CREATE DATABASE fresh');
  const fresh = await openPostgres(postgres.urlOf('fresh'));
  await migrate(fresh);
  const restored = await openDatabase(settings);
  expect(await restored.transaction(describeSchema)).toBe(await fresh.transaction(describeSchema));
  expect(await listApplied(restored)).toEqual(await listApplied(fresh));
  await Promise.all([restored.close(), fresh.close()]);
});

test('the first backups are restored into the embedded database as well', async () => {
  const settings = {
    databaseUrl: undefined,
    storageUrl: undefined,
    dataDirectory: join(folder, 'e'),
  };
  await restoreBackup(settings, join(BACKUPS, NAMES[0] ?? ''));
  await continues(settings);
  expect(readdirSync(settings.dataDirectory)).toContain('database');
});
