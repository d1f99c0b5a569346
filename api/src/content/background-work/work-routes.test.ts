import { randomUUID } from 'node:crypto';

import { backgroundWorkSchema, type BackgroundWork } from '@carrel/shared/contract/organization';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '@carrel/testing/server-fixture.ts';

let server: ServerFixture;
let owner: Member;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  // Without a pipeline: what waits stays.
  server = await createServerFixture();
  owner = await server.person();
});
beforeEach(async () => {
  organizationId = await server.organization(owner);
  const created = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Books' },
  });
  datasetId = (await readJson<{ id: string }>(created)).id;
});
afterAll(() => server.close());

async function addArchive({ status = 'processing', files = 0, waiting = 0 } = {}): Promise<string> {
  const id = randomUUID();
  await server.database.query(
    `INSERT INTO archives (id, organization_id, dataset_id, name, size, sha256, sync, delete_orphans,
       purge_on_completion, status)
     VALUES ($1, $2, $3, 'a.zip', 1, '\\x00', true, false, false, $4)`,
    [id, organizationId, datasetId, status],
  );
  await server.database.query(
    'INSERT INTO archive_receipts (organization_id, archive_id, added) VALUES ($1, $2, $3)',
    [organizationId, id, files],
  );
  await addDocuments(waiting, { archiveId: id });
  return id;
}

async function addDocuments(
  count: number,
  { archiveId, status = 'ingested' }: { archiveId?: string; status?: string } = {},
): Promise<string[]> {
  const rows = await server.database.query<{ id: string }>(
    `INSERT INTO documents (organization_id, dataset_id, archive_id, path, folder, name, sort_name, size,
       status)
     SELECT $1, $2, $3, name, '', name, name, 1, $5
     FROM (SELECT gen_random_uuid()::text AS name FROM generate_series(1, $4)) names RETURNING id`,
    [organizationId, datasetId, archiveId ?? null, count, status],
  );
  return rows.map(({ id }) => id);
}

async function read(caller = owner): Promise<BackgroundWork> {
  const response = await caller.call('GET', `/organizations/${organizationId}/background-work`);
  expect(response.status).toBe(200);
  return parse(backgroundWorkSchema, await response.json());
}

/** Has documents processed again, whose texts are kept. */
async function processAgain(documentIds: readonly string[]) {
  await server.database.query(
    `INSERT INTO document_blocks (organization_id, document_id, blocks)
     SELECT $1, id, '[]' FROM unnest($2::uuid[]) AS d (id) ON CONFLICT DO NOTHING`,
    [organizationId, documentIds],
  );
  const asked = await owner.call('POST', `/datasets/${datasetId}/documents/reprocess`, {
    organizationId,
    json: { document_ids: documentIds },
  });
  expect(asked.status).toBe(200);
}

const finish = (id: string | undefined) =>
  server.database.query('UPDATE documents SET reprocessing = false WHERE id = $1', [id]);

const add = (name: string, owner_: string, failed: boolean) =>
  server.database.query(
    `INSERT INTO jobs (name, organization_id, payload, attempts, due_at)
     VALUES ($1, $2, '{}', $3::integer, now() + $3::integer * interval '1 hour')`,
    [name, owner_, failed ? 1 : 0],
  );

test('an organization without work has none', async () => {
  await addArchive({ status: 'completed', files: 3 });
  expect(await read()).toEqual({ rows: [], is_more: false, is_shared: false });
});

test('an archive is done of the files that it brought, however many wait', async () => {
  const id = await addArchive({ files: 5, waiting: 2 });
  expect((await read()).rows).toEqual([
    {
      kind: 'documents',
      dataset: { id: datasetId, name: 'Books' },
      archive: { id, name: 'a.zip' },
      left: 2,
      total: 5,
      standing: null,
      stalled: null,
    },
  ]);
});

test('an archive that is paused or cancelled says so', async () => {
  const paused = await addArchive({ files: 2, waiting: 2 });
  const cancelled = await addArchive({ files: 2, waiting: 1 });
  await server.database.query('UPDATE archives SET paused_at = now() WHERE id = $1', [paused]);
  await server.database.query('UPDATE archives SET cancelled_at = now() WHERE id = $1', [
    cancelled,
  ]);
  const standing = (await read()).rows.map((row) => [row.archive?.id, row.standing?.reason]);
  expect(standing).toEqual([
    [paused, 'paused'],
    [cancelled, 'cancelling'],
  ]);
});

test('archives that are unpacked are uploads, without numbers', async () => {
  await addArchive({ status: 'pending' });
  await addArchive({ status: 'pending' });
  expect((await read()).rows).toMatchObject([
    { kind: 'upload', left: null, total: null, standing: null },
    { kind: 'upload', left: null, total: null, standing: { reason: 'queued' } },
  ]);
});

/** A move of documents, some of which are moved already. */
async function addMove(moved: number, waiting: number, { isUndone = false } = {}): Promise<void> {
  const [move] = await server.database.query<{ id: string }>(
    `INSERT INTO document_moves (organization_id, dataset_id, taken, ready, undone_at)
     VALUES ($1, $2, 'skip', true, CASE WHEN $3 THEN now() END) RETURNING id`,
    [organizationId, datasetId, isUndone],
  );
  await server.database.query(
    `INSERT INTO document_move_entries (organization_id, move_id, from_path, to_path, document_id, state)
     SELECT $1, $2, n::text, 'to/' || n, gen_random_uuid(), CASE WHEN n <= $3 THEN 'moved' ELSE 'waiting' END
     FROM generate_series(1, $3::integer + $4::integer) n`,
    [organizationId, move?.id, moved, waiting],
  );
}

test('a move is counted by its documents until all are moved, and its undo by those that are moved back', async () => {
  await addMove(3, 0);
  expect((await read()).rows).toEqual([]);
  await addMove(2, 3);
  expect((await read()).rows).toMatchObject([
    { kind: 'move', dataset: { name: 'Books' }, left: 3, total: 5, standing: null },
  ]);
  await server.database.query('DELETE FROM document_moves');
  await addMove(4, 1, { isUndone: true });
  expect((await read()).rows).toMatchObject([{ kind: 'move', left: 4, total: 4 }]);
});

test('a move has no numbers for a member behind a fence', async () => {
  const json = { access: 'organization', fence: 'groups' };
  const fenced = await owner.call('PUT', `/datasets/${datasetId}/access`, { organizationId, json });
  expect(fenced.status).toBe(204);
  await addMove(2, 3);
  const viewer = await server.member(organizationId, 'Viewer');
  expect((await read(viewer)).rows).toMatchObject([{ kind: 'move', left: null, total: null }]);
  expect((await read()).rows).toMatchObject([{ kind: 'move', left: 3, total: 5 }]);
});

test('documents that are retried are counted without an archive', async () => {
  await addDocuments(3, { archiveId: await addArchive({ status: 'completed' }) });
  await addDocuments(1);
  expect((await read()).rows).toMatchObject([{ kind: 'documents', archive: null, left: 4 }]);
});

test('the total of a run that processes again stays, grows with what is added, and begins anew', async () => {
  const ids = await addDocuments(5, { status: 'embedded' });
  await processAgain(ids.slice(0, 3));
  expect((await read()).rows).toMatchObject([{ kind: 'again', left: 3, total: 3 }]);

  await finish(ids[0]);
  expect((await read()).rows).toMatchObject([{ left: 2, total: 3 }]);
  // One of them waits already.
  await processAgain(ids.slice(2, 5));
  expect((await read()).rows).toMatchObject([{ left: 4, total: 5 }]);

  for (const id of ids) await finish(id);
  expect((await read()).rows).toEqual([]);
  await processAgain(ids.slice(0, 1));
  expect((await read()).rows).toMatchObject([{ left: 1, total: 1 }]);
});

test('pages for OCR are counted', async () => {
  const [id] = await addDocuments(1, { archiveId: await addArchive({ files: 1 }) });
  await server.database.query('UPDATE documents SET ocr_left = 7 WHERE id = $1', [id]);
  expect((await read()).rows).toContainEqual(expect.objectContaining({ kind: 'ocr', left: 7 }));
});

test('a job of the organization is work, and one that failed says when it is tried next', async () => {
  await add('locate-chunks', organizationId, true);
  await add('purge-archive', randomUUID(), false);
  const { rows, is_shared } = await read();
  expect(rows).toMatchObject([{ kind: 'locate', dataset: null, standing: { reason: 'failed' } }]);
  expect(rows[0]?.standing?.next_try).toMatch(/^\d{4}-/);
  expect(is_shared).toBe(true);
});
