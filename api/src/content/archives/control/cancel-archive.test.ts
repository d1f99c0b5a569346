import type { DocumentDetail } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createArchiveControlFixture,
  numbered,
  type ArchiveControlFixture,
} from '@carrel/testing/archive-control-fixture.ts';
import { claimDocuments } from '@carrel/testing/claim-documents.ts';
import { interruptAfter } from '@carrel/testing/faults/interrupt-after.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import type { SendOptions } from '../../../platform/queue.ts';
import { cancelJob, resumeCancelling } from '../../../processing/jobs/cancel/cancel-job.ts';
import { createTransitionWriter } from '../../../processing/rows/transitions/transition-writer.ts';

let fixture: ArchiveControlFixture;

beforeAll(async () => {
  fixture = await createArchiveControlFixture();
});
beforeEach(() => fixture.renew());
afterAll(() => fixture.close());

test('an archive that is cancelled before it is merged changes nothing', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.control(id, 'pause');
  expect(await fixture.control(id, 'cancel')).toBe(204);
  expect(await fixture.archive(id)).toMatchObject({
    status: 'failed',
    error: 'Cancelled.',
    paused: false,
    cancelled: true,
  });
  expect(await fixture.ingest()).toBe(false);
});

test('documents of a cancelled archive fail in their stage, and what is ready stays', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.', 'b.txt': 'B.', 'c.txt': 'C.', 'd.txt': 'D.' });
  await fixture.ingest();
  await fixture.setStatus('b.txt', 'partitioned');
  await fixture.setStatus('c.txt', 'chunked');
  await fixture.setStatus('d.txt', 'embedded');
  expect(await fixture.control(id, 'cancel')).toBe(204);
  expect(await fixture.archive(id)).toMatchObject({
    status: 'processing',
    paused: true,
    cancelled: true,
  });
  expect(await fixture.claimed()).toEqual([]);
  await fixture.cancelAll();
  expect(await fixture.statuses()).toEqual({
    'a.txt': 'partitioning_error',
    'b.txt': 'chunking_error',
    'c.txt': 'embedding_error',
    'd.txt': 'embedded',
  });
  expect(await fixture.archive(id)).toMatchObject({
    status: 'failed',
    error: 'Cancelled.',
    paused: false,
  });
  const [first] = await fixture.documents();
  const path = `/datasets/${fixture.datasetId()}/documents/${first?.id ?? ''}`;
  const detail = await readJson<DocumentDetail>(await fixture.call('GET', path));
  expect(detail.error).toBe('Cancelled. Retry to process it.');
  expect(detail.history.at(-1)).toMatchObject({
    stage: 'partition',
    error: 'Cancelled. Retry to process it.',
  });
});

test('a cancelled document is retried from its stage', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.', 'b.txt': 'B.' });
  await fixture.ingest();
  await fixture.setStatus('b.txt', 'chunked');
  await fixture.control(id, 'cancel');
  await fixture.cancelAll();
  const retried = await fixture.call('POST', `/datasets/${fixture.datasetId()}/documents/retry`, {
    all_failed: true,
  });
  expect(await readJson(retried)).toMatchObject({ retried: 2, skipped: [] });
  expect(await fixture.statuses()).toEqual({ 'a.txt': 'ingested', 'b.txt': 'chunked' });
  expect(await fixture.claimed()).toEqual(['a.txt', 'b.txt']);
});

test('a document that is processed when its archive is cancelled writes nothing any more', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.ingest();
  const [document] = await fixture.documents();
  const [claim] = await claimDocuments(fixture.server.database, fixture.organizationId(), [
    document?.id ?? '',
  ]);
  await fixture.control(id, 'cancel');
  await fixture.cancelAll();
  const isWritten = await createTransitionWriter(fixture.server.database).write({
    organizationId: fixture.organizationId(),
    documentId: document?.id ?? '',
    attempt: claim?.attempt ?? '',
    from: 'ingested',
    to: 'partitioned',
    blocks: [],
  });
  expect(isWritten).toBe(false);
  expect(await fixture.statuses()).toEqual({ 'a.txt': 'partitioning_error' });
});

test('an archive that is cancelled while it is merged fails, with the documents that it has', async () => {
  const id = await fixture.upload(numbered(20));
  await fixture.ingestWith(10, () => fixture.control(id, 'cancel'));
  expect(await fixture.archive(id)).toMatchObject({ status: 'failed', error: 'Cancelled.' });
  const merged = await fixture.documents();
  expect(merged.length).toBeGreaterThan(0);
  expect(merged.length).toBeLessThan(20);
  expect(await fixture.claimed()).toEqual([]);
  await fixture.cancelAll();
  expect(new Set(Object.values(await fixture.statuses()))).toEqual(new Set(['partitioning_error']));
  expect(await fixture.archive(id)).toMatchObject({ paused: false, cancelled: true });
  expect(await fixture.server.database.query('SELECT FROM archive_entries')).toEqual([]);
});

test('P4: a cancellation that is interrupted after each transaction goes on', async () => {
  const id = await fixture.upload(numbered(6));
  await fixture.ingest();
  await fixture.control(id, 'cancel');
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1) {
    isDone = await fixture.cancelAll(interruptAfter(runs, fixture.server.database)).then(
      () => true,
      (error: unknown) => {
        expect(error).toEqual(new Error('interrupted'));
        return false;
      },
    );
  }
  expect(runs).toBeGreaterThan(3);
  expect(new Set(Object.values(await fixture.statuses()))).toEqual(new Set(['partitioning_error']));
  expect(await fixture.archive(id)).toMatchObject({ status: 'failed', paused: false });
});

test('after a restart, runs are requested where archives are being cancelled', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.ingest();
  await fixture.control(id, 'cancel');
  const asked: unknown[] = [];
  const queue = {
    ...fixture.ingestion.queue,
    send: (name: string, _: object, { owner }: SendOptions = {}) => {
      asked.push([name, owner]);
      return Promise.resolve();
    },
  };
  await resumeCancelling({ database: fixture.server.database, queue });
  expect(asked).toContainEqual([cancelJob.name, fixture.organizationId()]);
});

test('the bytes of a cancelled archive are purged on completion, once it has ended', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' }, true);
  await fixture.ingest();
  await fixture.setStatus('a.txt', 'embedded');
  await fixture.control(id, 'cancel');
  expect(await fixture.archive(id)).toMatchObject({ stored: true });
  await fixture.cancelAll();
  expect(await fixture.archive(id)).toMatchObject({ status: 'failed', stored: false });
});

test('one that is being cancelled can be cancelled again, and neither paused nor resumed', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.ingest();
  await fixture.control(id, 'cancel');
  expect(await fixture.control(id, 'cancel')).toBe(204);
  expect(await fixture.control(id, 'pause')).toBe(409);
  expect(await fixture.control(id, 'resume')).toBe(409);
});
