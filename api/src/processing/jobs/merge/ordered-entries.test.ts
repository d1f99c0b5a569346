import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createUnanalyzedDocuments,
  rowsRead,
  type UnanalyzedDocuments,
} from '@carrel/testing/database/unanalyzed-documents.ts';
import { cleanUpEntries } from './claimed-archive.ts';
import { mergeEntries } from './merge-archive.ts';

const FILES = 8000;
const BATCH = 5;
const archiveId = randomUUID();

let seeded: UnanalyzedDocuments;

beforeAll(async () => {
  seeded = await createUnanalyzedDocuments(BATCH);
  const { database, organizationId, datasetId } = seeded;
  await database.query(
    `INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans,
       purge_on_completion, status)
     VALUES ($1, $2, $3, 'manuals.zip', 1, '', true, false, true, 'pending')`,
    [archiveId, organizationId, datasetId],
  );
  await database.query(
    `INSERT INTO archive_entries (organization_id, archive_id, path, folder, name, sort_name, size)
     SELECT $1, $2, name, '', name, name, 1
     FROM (SELECT lpad(number::text, 6, '0') AS name FROM generate_series(1, $3::int) AS number) AS names`,
    [organizationId, archiveId, FILES],
  );
});
afterAll(() => seeded.database.close());

test('a batch of a merge reads the staged files of that batch, without statistics of their table too', async () => {
  const { database, organizationId, datasetId } = seeded;
  await database.tenant(organizationId, async (tx) => {
    const claimed = {
      organizationId,
      datasetId,
      archiveId,
      deleteOrphans: false,
      orphansFolder: '',
      hasBytes: true,
      writes: null,
      containers: null,
      sourceId: null,
      replaces: null,
      attempt: randomUUID(),
    };
    const before = await rowsRead(tx, 'archive_entries');
    const { last } = await mergeEntries(tx, claimed, '', BATCH);
    expect(last).toBe('000005');
    expect((await rowsRead(tx, 'archive_entries')) - before).toBeLessThan(10 * BATCH);
  });
});

test('a batch of the clean-up reads the staged files of that batch, without statistics of their table too', async () => {
  const { database, organizationId } = seeded;
  await database.tenant(organizationId, async (tx) => {
    const before = await rowsRead(tx, 'archive_entries');
    expect(await cleanUpEntries(tx, organizationId, archiveId, '', BATCH)).toBe('000005');
    expect((await rowsRead(tx, 'archive_entries')) - before).toBeLessThan(10 * BATCH);
  });
});
