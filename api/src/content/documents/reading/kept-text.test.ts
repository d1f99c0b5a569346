import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { documentTextSchema, settingsDriftSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { purgeRemovedDocuments } from '../../../processing/jobs/purge/purge-removed-documents.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
});
afterAll(() => first.close());

const KEEP = { purge_on_completion: false };
const MARKDOWN = '# Title\n\nText.\n\n- one\n- two';
const READ = [
  ['heading', 'Title'],
  ['paragraph', 'Text.'],
  ['list', '- one\n- two'],
];

const base = () => `/datasets/${fixture.datasetId}`;
const idOf = async (path: string) =>
  (await fixture.documents()).find((document) => document.path === path)?.id ?? randomUUID();
const blocksOf = async (path: string) => {
  const response = await fixture.call('GET', `${base()}/documents/${await idOf(path)}/text`);
  const { blocks } = parse(documentTextSchema, await response.json());
  return blocks.map(({ kind, text }) => [kind, text]);
};
/** No worker can read what the storage has lost. */
const loseBytes = (archiveId: string) =>
  unlink(join(fixture.server.dependencies.settings.dataDirectory, 'archives', archiveId));
/** The documents of the dataset whose text is kept. */
const kept = async () => {
  const rows = await fixture.server.database.query<{ id: string }>(
    'SELECT document_id AS id FROM chunks WHERE document_text IS NOT NULL',
  );
  const ids = new Set(rows.map(({ id }) => id));
  return (await fixture.documents()).flatMap(({ id, path }) => (ids.has(id) ? [path] : []));
};
const forget = () => fixture.server.database.query('UPDATE chunks SET document_text = NULL');
const settled = () =>
  expect
    .poll(
      async () => {
        const response = await fixture.call('GET', `${base()}/settings-drift`);
        return parse(settingsDriftSchema, await response.json()).reprocessing;
      },
      { timeout: 30_000 },
    )
    .toBe(0);

describe('the text of a document that is ready', () => {
  test('is read without a worker, which would need its bytes', async () => {
    await loseBytes(await fixture.uploadFiles({ 'a.md': MARKDOWN }, KEEP));
    expect(await blocksOf('a.md')).toEqual(READ);
    expect(await kept()).toEqual(['a.md']);
  });

  test('is kept at the first read, where an earlier version processed it', async () => {
    const archive = await fixture.uploadFiles({ 'b.md': `${MARKDOWN}\n- three` }, KEEP);
    await forget();
    const read = await blocksOf('b.md');
    expect(read).toHaveLength(3);
    expect(await kept()).toEqual(['b.md']);
    await loseBytes(archive);
    expect(await blocksOf('b.md')).toEqual(read);
  });

  test('is that of its present bytes', async () => {
    await fixture.uploadFiles({ 'a.txt': 'One.' });
    await fixture.uploadFiles({ 'a.txt': 'Two.' });
    expect(await blocksOf('a.txt')).toEqual([['paragraph', 'Two.']]);
    expect(await kept()).toEqual(['a.txt']);
  });

  test('is kept when its words are indexed again', async () => {
    await fixture.uploadFiles({ 'a.txt': 'Vier.' });
    const attempt = async () =>
      fixture.server.database.query('SELECT chunk_attempt FROM documents WHERE id = $1', [
        await idOf('a.txt'),
      ]);
    const before = await attempt();
    await fixture.call('PATCH', base(), { language: 'german' });
    await expect.poll(attempt, { timeout: 20_000 }).not.toEqual(before);
    expect(await kept()).toEqual(['a.txt']);
  });

  test('goes with the document', async () => {
    const { organizationId, datasetId } = fixture;
    await fixture.uploadFiles({ 'a.txt': 'One.', 'b.txt': 'Two.' });
    await fixture.call('POST', `${base()}/documents/delete`, {
      document_ids: [await idOf('a.txt')],
    });
    await purgeRemovedDocuments(fixture.server.database, { organizationId, datasetId });
    expect(await kept()).toEqual(['b.txt']);
  });
});

test('a document is processed again from its kept text where its bytes are gone', async () => {
  await loseBytes(await fixture.uploadFiles({ 'a.md': MARKDOWN }, KEEP));
  await fixture.server.database.query(
    'UPDATE archives SET purged_at = now() WHERE dataset_id = $1',
    [fixture.datasetId],
  );
  await fixture.call('PATCH', base(), { chunk_template: '{{ document.name }}: {{ chunk.text }}' });
  const response = await fixture.call('POST', `${base()}/documents/reprocess`, { outdated: true });
  expect(await response.json()).toEqual({ reprocessed: 1, skipped: [] });
  await settled();
  expect(await blocksOf('a.md')).toEqual(READ);
  // It has blocks now.
  expect(await kept()).toEqual([]);
});
