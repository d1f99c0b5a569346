import { randomUUID } from 'node:crypto';

import { overviewSchema } from '@carrel/shared/contract/organization';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';
import { OVERVIEW_BOUNDS, overviewOf } from './overview-repository.ts';

const TODAY = new Date().toISOString().slice(0, 10);

let fixture: ServerFixture;
let owner: Member;
let organizationId: string;

beforeAll(async () => {
  fixture = await createServerFixture();
  owner = await fixture.person();
});

afterAll(async () => {
  await fixture.close();
});

beforeEach(async () => {
  organizationId = await fixture.organization(owner);
});

const query = (sql: string, parameters: unknown[]) => fixture.database.query(sql, parameters);

async function overview(member = owner) {
  const response = await member.call('GET', `/organizations/${organizationId}/overview`);
  expect(response.status).toBe(200);
  return parse(overviewSchema, await response.json());
}

async function addUpload(statuses: readonly string[], { age = 0, of = organizationId } = {}) {
  const [dataset, archive] = [randomUUID(), randomUUID()];
  await query(`INSERT INTO datasets (organization_id, id, name) VALUES ($1, $2, 'Books')`, [
    of,
    dataset,
  ]);
  await query(
    `INSERT INTO archives (organization_id, dataset_id, id, name, size, sha256, sync, delete_orphans,
       purge_on_completion, status, created_at)
     VALUES ($1, $2, $3, 'books.zip', 10, '\\x00', false, false, false, 'completed',
       now() - make_interval(days => $4))`,
    [of, dataset, archive, age],
  );
  await query(
    `INSERT INTO documents
       (organization_id, dataset_id, archive_id, path, folder, name, sort_name, size, status, error)
     SELECT $1, $2, $3, place || '.txt', '', place || '.txt', place || '.txt', 1, status,
       CASE WHEN status LIKE '%error' THEN 'The file is ' || status END
     FROM unnest($4::text[]) WITH ORDINALITY AS given (status, place)`,
    [of, dataset, archive, statuses],
  );
  return dataset;
}

async function addSearches(name: string, of: { searches: number; withoutResults: number }) {
  const id = randomUUID();
  await query('INSERT INTO workspaces (organization_id, id, name) VALUES ($1, $2, $3)', [
    organizationId,
    id,
    name,
  ]);
  await query(
    `INSERT INTO search_days (organization_id, workspace_id, day, searches, without_results, times)
     VALUES ($1, $2, $3::date, $4, $5, '{}'), ($1, $2, $3::date - 40, 9, 9, '{}')`,
    [organizationId, id, TODAY, of.searches, of.withoutResults],
  );
  return id;
}

test('a new organization has had nothing happen', async () => {
  expect(await overview()).toEqual({
    uploads: { days: [], complete: true },
    storage: { used: 0 },
    working: [],
    failures: { reasons: [], complete: true },
    searches: [],
    unanswered: [],
  });
});

test('documents count on the day of their upload, by their status now', async () => {
  const dataset = await addUpload([
    'embedded',
    'embedded',
    'chunked',
    'ingested',
    'partitioning_error',
  ]);
  await addUpload(['embedded'], { age: 31 });
  await addUpload(['embedded'], { of: await fixture.organization(owner) });

  const { uploads, storage, working, failures } = await overview();
  expect(uploads).toEqual({
    days: [{ day: TODAY, ready: 2, processing: 1, ingested: 1, errors: 1 }],
    complete: true,
  });
  expect(storage).toEqual({ used: 20 });
  expect(working).toEqual([{ dataset_id: dataset, name: 'Books', documents: 2 }]);
  expect(failures).toMatchObject({
    reasons: [{ reason: 'The file is partitioning_error', documents: 1, dataset_id: dataset }],
    complete: true,
  });
});

test('failures whose reasons differ in numbers only are one', async () => {
  const dataset = await addUpload(['embedding_error', 'embedding_error', 'chunking_error']);
  await query(
    `UPDATE documents SET error = 'Page ' || name || ' is broken.' WHERE dataset_id = $1`,
    [dataset],
  );
  expect((await overview()).failures.reasons).toMatchObject([
    { reason: 'Page 1.txt is broken.', documents: 3 },
  ]);
});

test('no more documents than the bounds are read, which the overview says', async () => {
  await addUpload(['embedding_error', 'embedding_error', 'chunking_error', 'embedded']);
  const bounds = { ...OVERVIEW_BOUNDS, documents: 3, failures: 2 };
  const { uploads, failures } = await fixture.database.tenant(organizationId, async (tx) => {
    const of = overviewOf(tx, organizationId, bounds);
    return { uploads: await of.uploads(), failures: await of.failures() };
  });
  expect(uploads.complete).toBe(false);
  expect(failures.complete).toBe(false);
  expect(failures.reasons.reduce((sum, { documents }) => sum + documents, 0)).toBe(2);
});

test('searches of all workspaces are added up, for Editors and above and where they are kept', async () => {
  const shelf = await addSearches('Shelf', { searches: 4, withoutResults: 1 });
  const desk = await addSearches('Desk', { searches: 4, withoutResults: 2 });
  await addSearches('Wall', { searches: 1, withoutResults: 0 });
  const kept = {
    searches: [{ day: TODAY, searches: 9, without_results: 3 }],
    unanswered: [
      { workspace_id: desk, name: 'Desk', without_results: 2 },
      { workspace_id: shelf, name: 'Shelf', without_results: 1 },
    ],
  };
  expect(await overview()).toMatchObject(kept);
  expect(await overview(await fixture.member(organizationId, 'Editor'))).toMatchObject(kept);
  const viewed = await overview(await fixture.member(organizationId, 'Viewer'));
  expect(viewed).not.toHaveProperty('searches');
  expect(viewed).not.toHaveProperty('unanswered');
  await owner.call('PATCH', `/organizations/${organizationId}`, { json: { search_log: false } });
  expect(await overview()).not.toHaveProperty('searches');
});
