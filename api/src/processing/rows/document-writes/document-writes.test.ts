import { globSync, readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { dropDirectWriteTriggers } from '@carrel/testing/database/count-direct-writes.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { verifyRows } from '../../../operations/backup/verify/verify-rows.ts';
import { purgeRemovedDocuments } from '../../jobs/purge/purge-removed-documents.ts';
import { updateUncounted } from './write-documents.ts';

const SOURCES = new URL('../../../', import.meta.url);
const WRITES = /\b(?:UPDATE|INSERT INTO|DELETE FROM|MERGE INTO)\s+documents\b/;

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  await dropDirectWriteTriggers(fixture.server.database);
});
afterAll(() => fixture.close());

const base = () => `/datasets/${fixture.datasetId}`;

async function expectCounts(): Promise<void> {
  const checks = await verifyRows(fixture.server.database);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
}

test('documents are written in this folder only', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter(
    (path) => !path.includes('.test.') && !path.startsWith('processing/rows/document-writes/'),
  );
  expect(files.length).toBeGreaterThan(300);
  const writers = files.filter((path) => WRITES.test(readFileSync(new URL(path, SOURCES), 'utf8')));
  expect(writers).toEqual([]);
});

test.each(["status = 'embedded'", 'attempt = NULL, removed_at = now()', 'bytes_key = $2'])(
  'a statement that does not count cannot change what is counted: %s',
  (set) => {
    expect(() => updateUncounted(set)).toThrow('This is counted');
  },
);

test('every statement counts what it changes', async () => {
  await fixture.uploadFiles({
    'top.txt': 'At the top.',
    'f/a.txt': 'A.',
    'f/g/b.txt': 'B.',
    'f/g/sound.wav': 'RIFF....WAVEfmt ',
  });
  await expectCounts();
  expect(await fixture.waitUntilProcessed()).toMatchObject({ embedded: 3, total: 4 });

  await fixture.uploadFiles({ 'f/a.txt': 'Another A.', 'h/c.txt': 'C.' }, { delete_orphans: true });
  await expectCounts();
  expect(await fixture.waitUntilProcessed()).toMatchObject({ embedded: 2, total: 2 });

  await fixture.uploadFiles({ 'f/sound.wav': 'RIFF....WAVEfmt ' });
  const failed = (await fixture.documents()).find(({ path }) => path === 'f/sound.wav');
  await fixture.call('POST', `${base()}/documents/retry`, { document_ids: [failed?.id] });
  await fixture.waitUntilProcessed();
  await expectCounts();

  const removed = await fixture.call('POST', `${base()}/documents/delete`, { folder: 'f' });
  await expectCounts();
  const { removal } = (await removed.json()) as { removal: string };
  await fixture.call('POST', `${base()}/documents/restore`, { removal });
  await expectCounts();
  expect(await fixture.waitUntilProcessed()).toMatchObject({ embedded: 2, total: 3 });

  await fixture.call('POST', `${base()}/documents/delete`, { folder: 'f' });
  const { organizationId, datasetId } = fixture;
  await purgeRemovedDocuments(fixture.server.database, { organizationId, datasetId });
  await expectCounts();
  expect(await fixture.waitUntilProcessed()).toMatchObject({ embedded: 1, total: 1 });
});
