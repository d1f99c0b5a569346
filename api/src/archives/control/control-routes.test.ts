import { randomUUID } from 'node:crypto';

import type { Archive, DocumentDetail } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { claimDocuments, turnOf } from '../../../testing/claim-documents.ts';
import { interruptAfter } from '../../../testing/faults/interrupt-after.ts';
import {
  createServerFixture,
  readJson,
  type Member,
  type ServerFixture,
} from '../../../testing/server-fixture.ts';
import { buildZip } from '../../../testing/zips/build-zip.ts';
import type { Database } from '../../database/database.ts';
import { cancelNext, cancelTurns, resumeCancelling } from '../../pipeline/cancel/cancel-turns.ts';
import { finalizeArchives } from '../../pipeline/cleanup/finalize-archives.ts';
import { ingestNext, type ArchiveIngestion } from '../../pipeline/ingest/ingest-turns.ts';
import { claimTurn } from '../../pipeline/process/claim-turn.ts';
import { createRotation } from '../../pipeline/rotation.ts';
import { createTransitionWriter } from '../../pipeline/transitions/transition-writer.ts';
import { createWorkerPool, type WorkerPool } from '../../pipeline/workers/worker-pool.ts';
import { openStorage, storageLocation } from '../../storage/open-storage.ts';

let server: ServerFixture;
let archiveReaders: WorkerPool;
let ingestion: ArchiveIngestion;
let owner: Member;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  // Without a pipeline: only the test handles jobs.
  server = await createServerFixture();
  const { settings, database, queue, log } = server.dependencies;
  archiveReaders = createWorkerPool({
    size: 1,
    idleMilliseconds: 10_000,
    heapMegabytes: 128,
    memoryMegabytes: 512,
  });
  ingestion = {
    database,
    storage: await openStorage(storageLocation(settings)),
    queue,
    archiveReaders,
    archiveRotation: createRotation(),
    limits: settings,
    quotas: settings.quotas,
    log,
    batches: { first: 2, most: 2 },
  };
  owner = await server.person();
});
beforeEach(async () => {
  organizationId = await server.organization(owner);
  const created = await owner.call('POST', '/datasets', {
    organizationId,
    json: { name: 'Library' },
  });
  datasetId = (await readJson<{ id: string }>(created)).id;
});
afterAll(async () => {
  archiveReaders.close();
  await server.close();
});

const base = () => `/datasets/${datasetId}/archives`;

async function upload(files: Record<string, string>, purge = false): Promise<string> {
  const zip = buildZip(Object.entries(files).map(([name, content]) => ({ name, content })));
  const response = await owner.call('POST', `${base()}?purge_on_completion=${purge}`, {
    organizationId,
    body: Uint8Array.from(zip),
    headers: { 'Content-Type': 'application/zip' },
  });
  return (await readJson<{ id: string }>(response)).id;
}

const ingest = () => ingestNext(ingestion, turnOf(organizationId));

async function control(id: string, action: string): Promise<number> {
  return (await owner.call('POST', `${base()}/${id}/${action}`, { organizationId })).status;
}

async function archive(id: string): Promise<Archive | undefined> {
  const response = await owner.call('GET', base(), { organizationId });
  const { archives } = await readJson<{ archives: Archive[] }>(response);
  return archives.find((each) => each.id === id);
}

interface Row {
  id: string;
  path: string;
  status: string;
  error: string | null;
  size: number;
}

const documents = () =>
  server.database.query<Row>(
    'SELECT id, path, status, error, size FROM documents WHERE dataset_id = $1 ORDER BY path',
    [datasetId],
  );

const statuses = async () =>
  Object.fromEntries((await documents()).map(({ path, status }) => [path, status]));

const setStatus = (path: string, status: string) =>
  server.database.query('UPDATE documents SET status = $3 WHERE dataset_id = $1 AND path = $2', [
    datasetId,
    path,
    status,
  ]);

async function claimed(): Promise<string[]> {
  const turn = await claimTurn(server.database, turnOf(organizationId), createRotation());
  return turn.documents.map(({ path }) => path).toSorted();
}

const cancelAll = (database = server.database) =>
  cancelNext({ ...ingestion, database }, turnOf(organizationId));

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.txt`, 'Text.']));

test('an archive that is paused before it is merged waits, and holds back no later one', async () => {
  const first = await upload({ 'a.txt': 'First upload.' });
  expect(await control(first, 'pause')).toBe(204);
  expect(await archive(first)).toMatchObject({ status: 'pending', paused: true, cancelled: false });
  await upload({ 'a.txt': 'Second.', 'b.txt': 'Second.' });
  expect(await ingest()).toBe(true);
  expect(await ingest()).toBe(false);
  expect((await documents()).map(({ size }) => size)).toEqual(['Second.'.length, 'Second.'.length]);

  expect(await control(first, 'resume')).toBe(204);
  expect(await archive(first)).toMatchObject({ status: 'pending', paused: false });
  const third = await upload({ 'c.txt': 'Third.' });
  expect(await ingest()).toBe(true);
  expect((await documents())[0]).toMatchObject({ path: 'a.txt', size: 'First upload.'.length });
  expect(await archive(third)).toMatchObject({ status: 'pending' });
});

test('documents of a paused archive wait until it is resumed', async () => {
  const id = await upload({ 'a.txt': 'A.', 'b.txt': 'B.' });
  await ingest();
  await control(id, 'pause');
  expect(await claimed()).toEqual([]);
  await control(id, 'resume');
  expect(await claimed()).toEqual(['a.txt', 'b.txt']);
});

test('an archive that is paused while it is merged is merged, and then its documents wait', async () => {
  const id = await upload(numbered(6));
  await ingestWith(5, () => control(id, 'pause'));
  expect(await archive(id)).toMatchObject({ status: 'processing', paused: true });
  expect(await documents()).toHaveLength(6);
  expect(await claimed()).toEqual([]);
});

/** Ingests, and does something before a transaction. */
async function ingestWith(transaction: number, act: () => Promise<unknown>): Promise<void> {
  let transactions = 0;
  const database: Database = {
    ...server.database,
    tenant: async (...work: Parameters<Database['tenant']>) => {
      transactions += 1;
      if (transactions === transaction) await act();
      return server.database.tenant(...work);
    },
  } as Database;
  expect(await ingestNext({ ...ingestion, database }, turnOf(organizationId))).toBe(true);
}

test('a paused archive whose last documents are ready is completed, and paused no more', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await ingest();
  await control(id, 'pause');
  await setStatus('a.txt', 'embedded');
  await finalizeArchives(ingestion, organizationId, [id]);
  expect(await archive(id)).toMatchObject({ status: 'completed', paused: false });
});

test('an archive that is cancelled before it is merged changes nothing', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await control(id, 'pause');
  expect(await control(id, 'cancel')).toBe(204);
  expect(await archive(id)).toMatchObject({
    status: 'failed',
    error: 'Cancelled.',
    paused: false,
    cancelled: true,
  });
  expect(await ingest()).toBe(false);
});

test('documents of a cancelled archive fail in their stage, and what is ready stays', async () => {
  const id = await upload({ 'a.txt': 'A.', 'b.txt': 'B.', 'c.txt': 'C.', 'd.txt': 'D.' });
  await ingest();
  await setStatus('b.txt', 'partitioned');
  await setStatus('c.txt', 'chunked');
  await setStatus('d.txt', 'embedded');
  expect(await control(id, 'cancel')).toBe(204);
  expect(await archive(id)).toMatchObject({ status: 'processing', paused: true, cancelled: true });
  expect(await claimed()).toEqual([]);
  await cancelAll();
  expect(await statuses()).toEqual({
    'a.txt': 'partitioning_error',
    'b.txt': 'chunking_error',
    'c.txt': 'embedding_error',
    'd.txt': 'embedded',
  });
  expect(await archive(id)).toMatchObject({ status: 'failed', error: 'Cancelled.', paused: false });
  const [first] = await documents();
  const path = `/datasets/${datasetId}/documents/${first?.id ?? ''}`;
  const detail = await readJson<DocumentDetail>(await owner.call('GET', path, { organizationId }));
  expect(detail.error).toBe('Cancelled. Retry to process it.');
  expect(detail.history.at(-1)).toMatchObject({
    stage: 'partition',
    error: 'Cancelled. Retry to process it.',
  });
});

test('a cancelled document is retried from its stage', async () => {
  const id = await upload({ 'a.txt': 'A.', 'b.txt': 'B.' });
  await ingest();
  await setStatus('b.txt', 'chunked');
  await control(id, 'cancel');
  await cancelAll();
  const retried = await owner.call('POST', `/datasets/${datasetId}/documents/retry`, {
    organizationId,
    json: { all_failed: true },
  });
  expect(await readJson(retried)).toMatchObject({ retried: 2, skipped: [] });
  expect(await statuses()).toEqual({ 'a.txt': 'ingested', 'b.txt': 'chunked' });
  expect(await claimed()).toEqual(['a.txt', 'b.txt']);
});

test('a document that is processed when its archive is cancelled writes nothing any more', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await ingest();
  const [document] = await documents();
  const [claim] = await claimDocuments(server.database, organizationId, [document?.id ?? '']);
  await control(id, 'cancel');
  await cancelAll();
  const isWritten = await createTransitionWriter(server.database).write({
    organizationId,
    documentId: document?.id ?? '',
    attempt: claim?.attempt ?? '',
    from: 'ingested',
    to: 'partitioned',
    blocks: [],
  });
  expect(isWritten).toBe(false);
  expect(await statuses()).toEqual({ 'a.txt': 'partitioning_error' });
});

test('an archive that is cancelled while it is merged fails, with the documents that it has', async () => {
  const id = await upload(numbered(20));
  await ingestWith(10, () => control(id, 'cancel'));
  expect(await archive(id)).toMatchObject({ status: 'failed', error: 'Cancelled.' });
  const merged = await documents();
  expect(merged.length).toBeGreaterThan(0);
  expect(merged.length).toBeLessThan(20);
  expect(await claimed()).toEqual([]);
  await cancelAll();
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(['partitioning_error']));
  expect(await archive(id)).toMatchObject({ paused: false, cancelled: true });
  expect(await server.database.query('SELECT FROM archive_entries')).toEqual([]);
});

test('a cancellation that is interrupted after each transaction goes on', async () => {
  const id = await upload(numbered(6));
  await ingest();
  await control(id, 'cancel');
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    isDone = await cancelAll(interruptAfter(runs, server.database)).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(new Error('interrupted'));
        return false;
      },
    );
  }
  expect(runs).toBeGreaterThan(3);
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(['partitioning_error']));
  expect(await archive(id)).toMatchObject({ status: 'failed', paused: false });
});

test('after a restart, turns are asked for where archives are being cancelled', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await ingest();
  await control(id, 'cancel');
  const asked: unknown[] = [];
  const queue = {
    ...ingestion.queue,
    send: (name: string, data: object) => {
      asked.push([name, data]);
      return Promise.resolve();
    },
  };
  await resumeCancelling({ database: server.database, queue });
  expect(asked).toContainEqual([cancelTurns.name, { organizationId }]);
});

test('the bytes of a cancelled archive are purged on completion, once it has ended', async () => {
  const id = await upload({ 'a.txt': 'A.' }, true);
  await ingest();
  await setStatus('a.txt', 'embedded');
  await control(id, 'cancel');
  expect(await archive(id)).toMatchObject({ stored: true });
  await cancelAll();
  expect(await archive(id)).toMatchObject({ status: 'failed', stored: false });
});

test('an archive that has ended cannot be paused, resumed or cancelled', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await ingest();
  await setStatus('a.txt', 'embedded');
  await finalizeArchives(ingestion, organizationId, [id]);
  for (const action of ['pause', 'resume', 'cancel']) expect(await control(id, action)).toBe(409);
});

test('one that is being cancelled can be cancelled again, and neither paused nor resumed', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await ingest();
  await control(id, 'cancel');
  expect(await control(id, 'cancel')).toBe(204);
  expect(await control(id, 'pause')).toBe(409);
  expect(await control(id, 'resume')).toBe(409);
});

test('pausing twice is the same as once, and is recorded once', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  expect([await control(id, 'pause'), await control(id, 'pause')]).toEqual([204, 204]);
  const records = await server.database.query(
    `SELECT FROM audit_records WHERE object_id = $1 AND action = 'archive.paused'`,
    [id],
  );
  expect(records).toHaveLength(1);
});

test('an archive of another dataset, a deleted and a missing one are not found', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await owner.call('DELETE', `${base()}/${id}`, { organizationId });
  for (const each of [id, randomUUID()]) {
    for (const action of ['pause', 'resume', 'cancel']) {
      expect(await control(each, action)).toBe(404);
    }
  }
});

test('the documents of a paused archive that is deleted are processed', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await ingest();
  await control(id, 'pause');
  await owner.call('DELETE', `${base()}/${id}`, { organizationId });
  expect(await claimed()).toEqual(['a.txt']);
});

test('a paused archive that is deleted before it is merged changes nothing', async () => {
  const id = await upload({ 'a.txt': 'A.' });
  await control(id, 'pause');
  await owner.call('DELETE', `${base()}/${id}`, { organizationId });
  expect(await ingest()).toBe(false);
});
