import { randomUUID } from 'node:crypto';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import {
  documentListSchema,
  failureReasonsSchema,
  retryResultSchema,
  type RetryResult,
} from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openFolderStorage } from '../../platform/storage/folder/folder-storage.ts';
import { finalizeArchives } from '../../processing/jobs/purge/finalize-archives.ts';
import { cleanUpFiles } from '../../processing/housekeeping/clean-up-after-crash.ts';
import { purgeOriginals } from '../../processing/jobs/originals/purge-originals.ts';
import { isEmbedded } from '@carrel/testing/database/test-database.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

async function retry(json: unknown): Promise<RetryResult> {
  const path = `/datasets/${fixture.datasetId}/documents/retry`;
  return parse(retryResultSchema, await (await fixture.call('POST', path, json)).json());
}

const directory = () => join(first.server.dependencies.settings.dataDirectory, 'archives');
const files = async () => (await readdir(directory())).filter((name) => name !== 'incoming');
const only = async () => {
  const [document] = await fixture.documents();
  if (document === undefined) throw new Error('There is no document');
  return document;
};

/** The file that has the bytes of the only document, once they are out of the archive. */
async function keptFile(): Promise<string | undefined> {
  const [row] = await fixture.server.database.query<{ key: string | null }>(
    'SELECT bytes_key AS key FROM documents WHERE dataset_id = $1',
    [fixture.datasetId],
  );
  return row?.key ?? undefined;
}

const keepNoOriginals = () =>
  fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { keep_originals: false });

/** Makes the document look as if its partitioning had failed. */
async function failPartitioning(): Promise<void> {
  const { database } = fixture.server;
  await database.query('DELETE FROM document_blocks WHERE document_id = $1', [(await only()).id]);
  await database.query('DELETE FROM chunks WHERE document_id = $1', [(await only()).id]);
  await database.query(
    `UPDATE documents SET status = 'partitioning_error', error = 'It took too long.' WHERE id = $1`,
    [(await only()).id],
  );
}

test('a document continues at the stage that it failed in', async () => {
  const template = (chunk_template: string) =>
    fixture.call('PATCH', `/datasets/${fixture.datasetId}`, { chunk_template });
  await template('{% for i in (1..100000000) %}x{% endfor %}');
  await fixture.uploadFiles({ 'a.txt': 'Text.' });
  expect(await only()).toMatchObject({ status: 'chunking_error', attempts: 1 });

  await template('{{ chunk.text }}');
  expect(await retry({ document_ids: [(await only()).id] })).toEqual({ retried: 1, skipped: [] });
  await fixture.waitUntilProcessed();
  expect(await only()).toMatchObject({ status: 'embedded', error: null, attempts: 2 });
  expect((await fixture.navigate()).items).toMatchObject([{ status: 'embedded', attempts: 2 }]);
});

test('a document that could not be read is retried from kept bytes after its archive is purged', async () => {
  await keepNoOriginals();
  const before = await files();
  const added = async () => (await files()).filter((name) => !before.includes(name));
  const id = await fixture.uploadFiles(
    { 'a.txt': 'Text of this test.', 'b.txt': 'Other text of it.' },
    { purge_on_completion: false },
  );
  await failPartitioning();
  const { database } = fixture.server;
  const storage = await openFolderStorage(directory());
  await database.query('UPDATE archives SET purge_on_completion = true WHERE id = $1', [id]);
  const { queue } = fixture.server.dependencies;
  await finalizeArchives({ database, storage, queue }, fixture.organizationId, [id]);
  await expect.poll(added, { timeout: 20_000 }).not.toContain(id);
  expect(await added()).toHaveLength(1);
  expect((await cleanUpFiles(database, storage, 'all')).removed).toEqual([]);

  expect(await retry({ all_failed: true })).toEqual({ retried: 1, skipped: [] });
  expect(await fixture.waitUntilProcessed()).toMatchObject({ embedded: 2, total: 2 });
  await purgeOriginals(fixture.pipeline(), fixture.organizationId);
  await expect.poll(added, { timeout: 20_000 }).toEqual([]);
});

test('a document that fails again can be retried any number of times', async () => {
  await fixture.uploadFiles({ 'sound.wav': 'RIFF....WAVEfmt ' });
  expect(await only()).toMatchObject({ status: 'partitioning_error', attempts: 1 });
  const { error } = await only();
  expect(await only()).toMatchObject({ retryable: false });
  for (const attempts of [2, 3]) {
    expect(await retry({ all_failed: true })).toMatchObject({ retried: 1 });
    await fixture.waitUntilProcessed();
    expect(await only()).toMatchObject({ status: 'partitioning_error', error, attempts });
  }
});

test('kept bytes are purged with their dataset', async () => {
  await keepNoOriginals();
  await fixture.uploadFiles({ 'sound.wav': 'RIFF....WAVEfmt ' });
  await expect.poll(keptFile, { timeout: 20_000 }).toBeDefined();
  const key = await keptFile();
  expect(await files()).toContain(key);
  await fixture.call('DELETE', `/datasets/${fixture.datasetId}`);
  await expect.poll(files, { timeout: 20_000 }).not.toContain(key);
});

// Where transactions run one by one, none is committed during a retry.
test.skipIf(isEmbedded())(
  'a document whose bytes are moved at the same time is retried',
  async () => {
    const { database } = fixture.server;
    await fixture.uploadFiles({ 'sound.wav': 'RIFF....WAVEfmt ' });
    await expect.poll(keptFile, { timeout: 20_000 }).toBeDefined();
    const [before = '', after] = [await keptFile(), randomUUID()];
    await copyFile(join(directory(), before), join(directory(), after));
    const { promise: held, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isMoved, resolve: moved } = Promise.withResolvers<void>();
    const moving = database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO original_files (organization_id, key, size, sha256, indexed)
         SELECT organization_id, $2, size, sha256, indexed FROM original_files WHERE key = $1`,
        [before, after],
      );
      await tx.query('UPDATE documents SET bytes_key = $2 WHERE bytes_key = $1', [before, after]);
      moved();
      await held;
    });
    await isMoved;
    const retrying = retry({ all_failed: true });
    const waiting = () =>
      database.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    try {
      await expect.poll(waiting).toHaveLength(1);
    } finally {
      commit();
      await moving;
    }
    expect(await retrying).toEqual({ retried: 1, skipped: [] });
    await fixture.waitUntilProcessed();
    expect(await only()).toMatchObject({ status: 'partitioning_error', attempts: 2 });
  },
);

test('documents that cannot be retried are skipped with a reason', async () => {
  await fixture.uploadFiles({ 'done.txt': 'Text.' });
  const done = await only();
  const zip = buildZip([
    { name: 'locked.txt', content: 'x', flags: 1 },
    { name: 'sound.wav', content: 'RIFF....WAVEfmt ' },
  ]);
  await fixture.upload(Uint8Array.from(zip));
  await fixture.waitUntilProcessed();
  const [, locked, sound] = await fixture.documents();
  const { database } = fixture.server;
  // A purge and a sweep that still run would add files.
  const unfinished = () =>
    database.query(
      `SELECT id FROM archives WHERE dataset_id = $1 AND purged_at IS NULL
       UNION ALL SELECT key FROM original_files WHERE organization_id = $2 AND (stale OR NOT indexed)`,
      [fixture.datasetId, fixture.organizationId],
    );
  await expect.poll(unfinished, { timeout: 20_000 }).toEqual([]);
  await database.query('DELETE FROM original_files');
  const absent = randomUUID();
  const ids = [done.id, locked?.id, sound?.id, absent];
  const result = await retry({ document_ids: ids });
  expect(result.retried).toBe(0);
  expect(result.skipped.map(({ reason }) => reason)).toEqual([
    'This document has not failed.',
    'The archive itself is at fault for this file. Pack it again and upload it.',
    'The bytes of this file are gone. Upload it again.',
    'This document was not found.',
  ]);
  expect(result.skipped.map(({ id }) => id)).toEqual(ids);
});

test.each([
  {},
  { document_ids: [] },
  { document_ids: ['x'] },
  { document_ids: Array.from({ length: 1001 }, () => randomUUID()) },
  { all_failed: false },
  { all_failed: true, document_ids: [randomUUID()] },
])('a retry of %j is refused', async (json) => {
  const path = `/datasets/${fixture.datasetId}/documents/retry`;
  expect((await fixture.call('POST', path, json)).status).toBe(422);
});

async function reasonsOf() {
  const path = `/datasets/${fixture.datasetId}/documents/failure-reasons`;
  return parse(failureReasonsSchema, await (await fixture.call('GET', path)).json());
}

/** Two files that cannot be read, one without its vector, and one that is ready. Returns the reasons. */
async function failThree() {
  await fixture.uploadFiles({
    'a.wav': 'RIFF....WAVEfmt ',
    'b.wav': 'RIFF....WAVEfmt ',
    'c.txt': 'Text.',
    'd.txt': 'Read.',
  });
  await fixture.server.database.query(
    `UPDATE documents SET status = 'embedding_error', error = 'The model is away.'
     WHERE dataset_id = $1 AND path = 'c.txt'`,
    [fixture.datasetId],
  );
  const { reasons } = await reasonsOf();
  return reasons.map(({ reason }) => reason);
}

describe('documents that failed for several reasons', () => {
  test('are counted by reason, the most frequent first', async () => {
    expect(await reasonsOf()).toEqual({ reasons: [], more: 0 });
    await failThree();
    expect(await reasonsOf()).toEqual({
      reasons: [
        { reason: expect.stringMatching(/./), documents: 2, retryable: false },
        { reason: 'The model is away.', documents: 1, retryable: true },
      ],
      more: 0,
    });
  });

  test('are listed, retried and deleted by reason', async () => {
    const [unread = '', away = ''] = await failThree();
    const query = new URLSearchParams({ status: 'partitioning_error', reason: unread });
    const path = `/datasets/${fixture.datasetId}/documents?${query.toString()}`;
    const list = parse(documentListSchema, await (await fixture.call('GET', path)).json());
    expect(list.documents.map((document) => document.path)).toEqual(['a.wav', 'b.wav']);
    expect(list.pagination.total_count).toBe(2);

    expect(await retry({ all_failed: true, reason: away })).toEqual({ retried: 1, skipped: [] });
    await fixture.waitUntilProcessed();
    expect(await reasonsOf()).toMatchObject({ reasons: [{ reason: unread, documents: 2 }] });

    const deletion = { failed: true, reason: unread };
    const deleted = await fixture.call(
      'POST',
      `/datasets/${fixture.datasetId}/documents/delete`,
      deletion,
    );
    expect(await deleted.json()).toMatchObject({ deleted: 2 });
    expect(await reasonsOf()).toEqual({ reasons: [], more: 0 });
    expect((await fixture.documents()).map((document) => document.path)).toEqual([
      'c.txt',
      'd.txt',
    ]);
  });
});
