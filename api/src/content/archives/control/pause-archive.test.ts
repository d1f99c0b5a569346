import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  createArchiveControlFixture,
  numbered,
  type ArchiveControlFixture,
} from '@carrel/testing/archive-control-fixture.ts';
import { finalizeArchives } from '../../../processing/jobs/purge/finalize-archives.ts';

let fixture: ArchiveControlFixture;

beforeAll(async () => {
  fixture = await createArchiveControlFixture();
});
beforeEach(() => fixture.renew());
afterAll(() => fixture.close());

test('an archive that is paused before it is merged waits, and holds back no later one', async () => {
  const first = await fixture.upload({ 'a.txt': 'First upload.' });
  expect(await fixture.control(first, 'pause')).toBe(204);
  expect(await fixture.archive(first)).toMatchObject({
    status: 'pending',
    paused: true,
    cancelled: false,
  });
  await fixture.upload({ 'a.txt': 'Second.', 'b.txt': 'Second.' });
  expect(await fixture.ingest()).toBe(true);
  expect(await fixture.ingest()).toBe(false);
  expect((await fixture.documents()).map(({ size }) => size)).toEqual([
    'Second.'.length,
    'Second.'.length,
  ]);

  expect(await fixture.control(first, 'resume')).toBe(204);
  expect(await fixture.archive(first)).toMatchObject({ status: 'pending', paused: false });
  const third = await fixture.upload({ 'c.txt': 'Third.' });
  expect(await fixture.ingest()).toBe(true);
  expect((await fixture.documents())[0]).toMatchObject({
    path: 'a.txt',
    size: 'First upload.'.length,
  });
  expect(await fixture.archive(third)).toMatchObject({ status: 'pending' });
});

test('documents of a paused archive wait until it is resumed', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.', 'b.txt': 'B.' });
  await fixture.ingest();
  await fixture.control(id, 'pause');
  expect(await fixture.claimed()).toEqual([]);
  await fixture.control(id, 'resume');
  expect(await fixture.claimed()).toEqual(['a.txt', 'b.txt']);
});

test('an archive that is paused while it is merged is merged, and then its documents wait', async () => {
  const id = await fixture.upload(numbered(6));
  await fixture.ingestWith(5, () => fixture.control(id, 'pause'));
  expect(await fixture.archive(id)).toMatchObject({ status: 'processing', paused: true });
  expect(await fixture.documents()).toHaveLength(6);
  expect(await fixture.claimed()).toEqual([]);
});

test('a paused archive whose last documents are ready is completed, and paused no more', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.ingest();
  await fixture.control(id, 'pause');
  await fixture.setStatus('a.txt', 'embedded');
  await finalizeArchives(fixture.ingestion, fixture.organizationId(), [id]);
  expect(await fixture.archive(id)).toMatchObject({ status: 'completed', paused: false });
});

test('an archive that has ended cannot be paused, resumed or cancelled', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.ingest();
  await fixture.setStatus('a.txt', 'embedded');
  await finalizeArchives(fixture.ingestion, fixture.organizationId(), [id]);
  for (const action of ['pause', 'resume', 'cancel'])
    expect(await fixture.control(id, action)).toBe(409);
});

test('pausing twice is the same as once, and is recorded once', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  expect([await fixture.control(id, 'pause'), await fixture.control(id, 'pause')]).toEqual([
    204, 204,
  ]);
  const records = await fixture.server.database.query(
    `SELECT FROM audit_records WHERE object_id = $1 AND action = 'archive.paused'`,
    [id],
  );
  expect(records).toHaveLength(1);
});

test('an archive of another dataset, a deleted and a missing one are not found', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.remove(id);
  for (const each of [id, randomUUID()]) {
    for (const action of ['pause', 'resume', 'cancel']) {
      expect(await fixture.control(each, action)).toBe(404);
    }
  }
});

test('the documents of a paused archive that is deleted are processed', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.ingest();
  await fixture.control(id, 'pause');
  await fixture.remove(id);
  expect(await fixture.claimed()).toEqual(['a.txt']);
});

test('a paused archive that is deleted before it is merged changes nothing', async () => {
  const id = await fixture.upload({ 'a.txt': 'A.' });
  await fixture.control(id, 'pause');
  await fixture.remove(id);
  expect(await fixture.ingest()).toBe(false);
});
