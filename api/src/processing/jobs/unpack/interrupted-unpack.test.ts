import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { runOf } from '@carrel/testing/claim-documents.ts';
import { interruptAfter } from '@carrel/testing/faults/interrupt-after.ts';
import { buildMail } from '@carrel/testing/mails/build-mail.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { createUnpackFixture, type UnpackFixture } from '@carrel/testing/unpack-fixture.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Run } from '../../../jobs/job.ts';
import { cancelNext } from '../cancel/cancel-job.ts';
import { cleanUpFiles } from '../../housekeeping/clean-up-after-crash.ts';
import { finalizeArchives } from '../purge/finalize-archives.ts';
import { purgeRemovedDocuments } from '../purge/purge-removed-documents.ts';
import type { WorkerPool } from '../../../extraction/workers/worker-pool.ts';
import { WorkerFailure } from '../../../platform/workers/worker-failure.ts';

let fixture: UnpackFixture;

beforeAll(async () => {
  fixture = await createUnpackFixture();
});
beforeEach(() => fixture.renew());
afterAll(() => fixture.close());

/** Repeats a run that is interrupted after each of its transactions, until one is not; returns how many were. */
async function interrupted(
  take: (database: Database, run: Run) => Promise<boolean>,
): Promise<number> {
  const run = runOf(fixture.ids().organizationId);
  for (let runs = 0; ; runs += 1) {
    const isDone = await take(interruptAfter(runs, fixture.server.database), run).then(
      (isTaken) => {
        // A run whose last transaction was not interrupted has nothing left.
        expect(isTaken || runs > 0).toBe(true);
        return true;
      },
      (error: unknown) => {
        expect(error).toEqual(new Error('interrupted'));
        return false;
      },
    );
    if (isDone) return runs;
  }
}

const attached = (letter: string, count: number) =>
  buildMail(
    letter,
    Array.from({ length: count }, (_, at) => ({ name: `${at}.txt`, content: `${letter} ${at}` })),
  );

test('I1: what is inside is merged once, however often reading and merging it are interrupted', async () => {
  await fixture.upload({ 'a.eml': attached('a', 12), 'b.eml': attached('b', 12), 'c.txt': 'C.' });
  await fixture.ingest();
  expect(await interrupted(fixture.unpack)).toBeGreaterThan(1);
  expect(await fixture.unpack()).toBe(false);
  expect(await interrupted(fixture.ingest)).toBeGreaterThan(8);
  expect(await fixture.paths()).toHaveLength(27);

  const { removed: lost } = await cleanUpFiles(
    fixture.server.database,
    fixture.ingestion.storage,
    'all',
  );
  expect(lost.length).toBeGreaterThan(0);

  await fixture.upload({ 'a.eml': attached('a', 2), 'b.eml': attached('b', 12) });
  await fixture.ingest();
  await interrupted(fixture.unpack);
  await interrupted(fixture.ingest);
  expect(await fixture.paths()).toHaveLength(17);
  expect(await fixture.folders()).toEqual([
    { path: 'a.eml', count: 2 },
    { path: 'b.eml', count: 12 },
  ]);
});

test('I2: what is inside of a mail that is replaced before it is merged is left out', async () => {
  await fixture.upload({ 'a.eml': attached('a', 3), 'b.eml': attached('b', 1) });
  await fixture.ingest();
  await fixture.upload({ 'a.eml': attached('new', 1) });
  await fixture.unpack();
  // The second upload is merged before what is inside of the first.
  await fixture.ingest();
  await fixture.ingest();
  expect(await fixture.paths()).toEqual(['a.eml', 'b.eml', 'b.eml/0.txt']);
  await fixture.unpack();
  await fixture.ingest();
  expect(await fixture.paths()).toEqual(['a.eml', 'a.eml/0.txt', 'b.eml', 'b.eml/0.txt']);
});

test('I2: what is inside of a mail that is deleted before it is merged is not left behind', async () => {
  await fixture.upload({ 'a.eml': attached('a', 3), 'b.eml': attached('b', 1) });
  await fixture.ingest();
  await fixture.unpack();
  const documents = `/datasets/${fixture.ids().datasetId}/documents`;
  const selection = { document_ids: [await fixture.idOf('a.eml')] };
  const deleted = await fixture.call('POST', `${documents}/delete`, selection);
  const { removal } = await readJson<{ removal: string }>(deleted);
  await fixture.ingest();
  expect(await fixture.paths()).toEqual(['b.eml', 'b.eml/0.txt']);
  expect(await fixture.folders()).toEqual([{ path: 'b.eml', count: 1 }]);
  expect((await fixture.call('POST', `${documents}/restore`, { removal })).status).toBe(200);
  await fixture.unpack();
  await fixture.ingest();
  expect(await fixture.paths()).toHaveLength(6);
});

test('I3: what is inside does not exceed the documents of a quota, and the mail says so', async () => {
  await fixture.server.database.query(
    'INSERT INTO organization_quotas (organization_id, documents) VALUES ($1, 3)',
    [fixture.ids().organizationId],
  );
  await fixture.upload({ 'a.eml': attached('a', 3) });
  await fixture.ingest();
  await fixture.unpack();
  await fixture.ingest();
  expect(await fixture.paths()).toEqual(['a.eml']);
  expect((await fixture.lastEntries())['a.eml']).toMatchObject({
    stage: 'unpack',
    error: expect.stringContaining('may have 3 documents and has 1') as string,
  });
});

test('an upload that has waited for what is inside of it is completed after it', async () => {
  const id = await fixture.upload({ 'a.eml': attached('a', 1) });
  const status = async () => {
    const [row] = await fixture.server.database.query<{ status: string; purged: boolean }>(
      'SELECT status, purged_at IS NOT NULL AS purged FROM archives WHERE id = $1',
      [id],
    );
    return row;
  };
  await fixture.ingest();
  const embed = () =>
    fixture.server.database.query(
      `UPDATE documents SET status = 'embedded' WHERE dataset_id = $1`,
      [fixture.ids().datasetId],
    );
  await embed();
  await fixture.unpack();
  expect(await status()).toEqual({ status: 'processing', purged: false });
  await fixture.ingest();
  expect(await status()).toEqual({ status: 'processing', purged: false });
  await embed();
  const [inside] = await fixture.server.database.query<{ id: string }>(
    'SELECT id FROM archives WHERE outer_id = $1',
    [id],
  );
  await finalizeArchives(fixture.ingestion, fixture.ids().organizationId, [inside?.id ?? '']);
  expect(await status()).toEqual({ status: 'completed', purged: true });
});

test('what a crash left of a deleted mail is deleted with it', async () => {
  await fixture.upload({ 'a.eml': attached('a', 3) });
  await fixture.ingest();
  await fixture.unpack();
  await fixture.ingest();
  await fixture.server.database.query(
    `UPDATE documents SET removed_at = now(), removal = gen_random_uuid() WHERE id = $1`,
    [await fixture.idOf('a.eml')],
  );
  await purgeRemovedDocuments(fixture.server.database, fixture.ids());
  expect(await fixture.paths()).toEqual([]);
  expect(await fixture.folders()).toEqual([]);
});

test('a paused upload is not unpacked, and a cancelled one is not either', async () => {
  const id = await fixture.upload({ 'a.eml': attached('a', 1) });
  await fixture.ingest();
  await fixture.call('POST', `/datasets/${fixture.ids().datasetId}/archives/${id}/pause`);
  expect(await fixture.unpack()).toBe(false);
  await fixture.call('POST', `/datasets/${fixture.ids().datasetId}/archives/${id}/cancel`);
  await cancelNext(fixture.ingestion, runOf(fixture.ids().organizationId));
  expect(await fixture.unpack()).toBe(false);
  const [row] = await fixture.server.database.query<{ to_unpack: boolean }>(
    'SELECT to_unpack FROM documents WHERE dataset_id = $1',
    [fixture.ids().datasetId],
  );
  expect(row).toEqual({ to_unpack: false });
});

test('a container that its worker dies of is found among others, and is given up', async () => {
  await fixture.upload({ 'a.eml': attached('a', 1), 'b.eml': attached('b', 1) });
  await fixture.ingest();
  const asked: string[][] = [];
  const dying: WorkerPool = {
    ...fixture.workers,
    run: (...task) => {
      const [, input] = task;
      const paths = 'containers' in input ? input.containers.map(({ path }) => path) : [];
      asked.push(paths);
      if (paths.includes('a.eml')) throw new WorkerFailure('it died');
      return fixture.workers.run(...task);
    },
  };
  expect(await fixture.unpack(undefined, undefined, dying)).toBe(true);
  expect(asked).toEqual([['a.eml', 'b.eml'], ['a.eml'], ['a.eml'], ['a.eml']]);
  expect((await fixture.lastEntries())['a.eml']).toMatchObject({
    stage: 'unpack',
    error: 'This file could not be read: it died. It was tried 3 times.',
  });
  expect(await fixture.unpack(undefined, undefined, dying)).toBe(true);
  expect(await fixture.unpack(undefined, undefined, dying)).toBe(false);
  await fixture.ingest();
  expect(await fixture.paths()).toEqual(['a.eml', 'b.eml', 'b.eml/0.txt']);
});

test('no file is left in the storage of an archive with nothing inside', async () => {
  const directory = join(fixture.server.dependencies.settings.dataDirectory, 'archives');
  const before = await readdir(directory);
  const id = await fixture.upload({ 'a.eml': attached('a', 0) });
  await fixture.ingest();
  await fixture.unpack();
  expect((await readdir(directory)).toSorted()).toEqual([...before, id].toSorted());
});
