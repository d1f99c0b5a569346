import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createPipelineFixture,
  TEAM_LIBRARY,
  type PipelineFixture,
} from '@carrel/testing/pipeline-fixture.ts';
import { buildZip } from '@carrel/testing/zips/build-zip.ts';
import { endlessPdf } from '@carrel/testing/zips/endless-pdf.ts';

interface ChunkRow {
  path: string;
  number: number;
  text: string;
  rendered: string | null;
  vector: Uint8Array | null;
}

function chunksOf({ server, organizationId, datasetId }: PipelineFixture): Promise<ChunkRow[]> {
  return server.database.tenant(organizationId, (tx) =>
    tx.query<ChunkRow>(
      `SELECT d.path, c.number, c.text, c.rendered, v.vector FROM documents d
       JOIN chunks c ON c.organization_id = d.organization_id AND c.document_id = d.id
       LEFT JOIN chunk_vectors v ON v.organization_id = c.organization_id
         AND v.document_id = c.document_id AND v.number = c.number
       WHERE d.dataset_id = $1 ORDER BY d.path, c.number`,
      [datasetId],
    ),
  );
}

const storedFiles = ({ server }: PipelineFixture) =>
  readdir(join(server.dependencies.settings.dataDirectory, 'archives'));

describe('the team library', () => {
  let fixture: PipelineFixture;
  beforeAll(async () => {
    fixture = await createPipelineFixture();
    await fixture.upload(TEAM_LIBRARY);
    await fixture.waitUntilProcessed();
  });
  afterAll(() => fixture.close());

  test('ends with 20 documents embedded and 2 refused, each for a reason', async () => {
    expect(await fixture.waitUntilProcessed()).toEqual({
      ingested: 0,
      partitioned: 0,
      partitioning_error: 2,
      chunked: 0,
      chunking_error: 0,
      embedded: 20,
      embedding_error: 0,
      total: 22,
    });
    const refused = (await fixture.documents()).filter(({ status }) => status !== 'embedded');
    expect(Object.fromEntries(refused.map(({ path, error }) => [path, error]))).toEqual({
      'Legal/Memos/password.pdf':
        'This PDF is protected with a password. Remove the password and upload it again.',
      'Media/CantinaBand3.wav':
        'This is a sound file; there is no text in it to read. Upload a transcript of it instead.',
    });
  });

  test('has chunks of at most 1,200 characters, without vectors as there is no service', async () => {
    const chunks = await chunksOf(fixture);
    expect(new Set(chunks.map(({ path }) => path)).size).toBe(20);
    for (const { text, vector } of chunks) {
      expect(text.length).toBeLessThanOrEqual(1200);
      expect(vector).toBeNull();
    }
  });

  test('keeps sentences of two-column papers together', async () => {
    const texts = (await chunksOf(fixture))
      .filter(({ path }) => path.endsWith('multi-column-2p.pdf'))
      .map(({ text }) => text)
      .join('\n');
    expect(texts).toContain(
      'In this work, we show that retrieval can be practically implemented using dense representations alone, where embeddings are learned from a small number of questions',
    );
  });

  test('keeps the originals of its documents, and its history', async () => {
    const [archive] = await fixture.archives();
    // An archive is completed before its zip is purged.
    await expect
      .poll(() => fixture.server.database.query('SELECT key FROM original_files WHERE NOT stale'), {
        timeout: 60_000,
      })
      .toEqual([{ key: archive?.id }]);
    expect(await fixture.archives()).toMatchObject([
      { name: 'library.zip', size: TEAM_LIBRARY.length, status: 'completed', error: null },
    ]);
  });

  test('uploaded again changes nothing', async () => {
    const before = await fixture.documents();
    const files = await storedFiles(fixture);
    await fixture.upload(TEAM_LIBRARY);
    await fixture.waitUntilProcessed();
    expect(await fixture.documents()).toEqual(before);
    await expect.poll(() => storedFiles(fixture), { timeout: 60_000 }).toEqual(files);
  });
});

describe('an archive', () => {
  let first: PipelineFixture;
  let fixture: PipelineFixture;
  beforeAll(async () => {
    first = await createPipelineFixture();
  });
  beforeEach(async () => {
    fixture = await first.withNewDataset();
  });
  afterAll(() => first.close());

  const texts = async () => (await chunksOf(fixture)).map(({ path, text }) => `${path}: ${text}`);

  test.each([
    { sync: true, delete_orphans: false, purge_on_completion: false },
    { sync: true, delete_orphans: false, purge_on_completion: true },
    { sync: true, delete_orphans: true, purge_on_completion: false },
    { sync: true, delete_orphans: true, purge_on_completion: true },
    { sync: false, delete_orphans: false, purge_on_completion: false },
    { sync: false, delete_orphans: false, purge_on_completion: true },
    { sync: false, delete_orphans: true, purge_on_completion: false },
    { sync: false, delete_orphans: true, purge_on_completion: true },
  ])('U5: uploaded with %j does what they say', async (query) => {
    await fixture.uploadFiles({
      'same.txt': 'Same.',
      'a/changed.txt': 'Old.',
      'b/orphan.txt': 'Orphan.',
    });
    const before = (await fixture.documents()).find(({ path }) => path === 'same.txt');
    const id = await fixture.uploadFiles(
      { 'same.txt': 'Same.', 'a/changed.txt': 'New.', 'c/added.txt': 'Added.' },
      query,
    );

    const orphan = query.sync && query.delete_orphans ? [] : ['b/orphan.txt: Orphan.'];
    expect(await texts()).toEqual(
      query.sync
        ? ['a/changed.txt: New.', ...orphan, 'c/added.txt: Added.', 'same.txt: Same.']
        : ['a/changed.txt: Old.', 'b/orphan.txt: Orphan.', 'same.txt: Same.'],
    );
    expect((await fixture.documents()).find(({ path }) => path === 'same.txt')).toEqual(before);
    const folders = (await fixture.navigate()).items.filter(
      ({ item_type }) => item_type === 'folder',
    );
    expect(folders.map(({ path }) => path)).toEqual(
      query.sync ? ['a', ...(orphan.length > 0 ? ['b'] : []), 'c'] : ['a', 'b'],
    );
    const keeps = !query.sync || !query.purge_on_completion;
    const isKept = async () => (await storedFiles(fixture)).includes(id);
    await expect.poll(isKept, { timeout: 60_000 }).toBe(keeps);
  });

  test('that is deleted keeps its documents', async () => {
    const id = await fixture.uploadFiles({ 'a.txt': 'Text.' }, { purge_on_completion: false });
    const response = await fixture.call('DELETE', `/datasets/${fixture.datasetId}/archives/${id}`);
    expect(response.status).toBe(204);
    expect(await fixture.archives()).toEqual([]);
    await expect.poll(() => storedFiles(fixture), { timeout: 60_000 }).not.toContain(id);
    expect(await texts()).toEqual(['a.txt: Text.']);
  });

  test('is deleted with its dataset, files included', async () => {
    const id = await fixture.uploadFiles({ 'a.txt': 'Text.' }, { purge_on_completion: false });
    expect((await fixture.call('DELETE', `/datasets/${fixture.datasetId}`)).status).toBe(204);
    await expect.poll(() => storedFiles(fixture), { timeout: 60_000 }).not.toContain(id);
    const left = () =>
      fixture.server.database.query('SELECT id FROM documents WHERE dataset_id = $1', [
        fixture.datasetId,
      ]);
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  });

  test('is split and rendered with the settings of the dataset', async () => {
    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, {
      chunk_template: '{{ metadata.team }} {{ document.name }} {{ chunk.index }}: {{ chunk.text }}',
      metadata_parameters: { team: 'Legal', chunk_size: 20, chunk_overlap: 0 },
    });
    await fixture.uploadFiles({ 'a.txt': 'First sentence. Second sentence.' });
    expect((await chunksOf(fixture)).map(({ rendered }) => rendered)).toEqual([
      'Legal a.txt 0: First sentence.',
      'Legal a.txt 1: Second sentence.',
    ]);
  });

  test('ends in chunking_error where the template fails', async () => {
    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, {
      chunk_template: '{% for i in (1..100000000) %}x{% endfor %}',
    });
    await fixture.uploadFiles({ 'a.txt': 'Text.' });
    expect(await fixture.documents()).toMatchObject([
      {
        status: 'chunking_error',
        error: expect.stringMatching(/^The chunk template could not be rendered: /) as unknown,
      },
    ]);
  });

  test('lists an empty file with its reason', async () => {
    await fixture.uploadFiles({ 'empty.txt': '' });
    expect(await fixture.documents()).toMatchObject([
      {
        status: 'partitioning_error',
        error: 'The file is empty. Fill it and upload it again.',
        size: 0,
      },
    ]);
  });
});

describe('P3: settings that multiply a document', () => {
  test.each([
    [
      { metadata_parameters: { chunk_size: 10 } },
      /^The chunks of this file would take more than 16/,
    ],
    [
      { chunk_template: '{% for i in (1..100) %}{{ chunk.text }}{% endfor %}' },
      /^The chunk template makes more than 16 times as much/,
    ],
  ])('end in an error before the database has grown: %j', async (settings, error) => {
    const fixture = await createPipelineFixture();
    const { database } = fixture.server;
    await fixture.call('PATCH', `/datasets/${fixture.datasetId}`, settings);
    const bytes = async () => {
      const [row] = await database.query<{ bytes: number }>(
        'SELECT pg_database_size(current_database())::float8 AS bytes',
      );
      return row?.bytes ?? 0;
    };
    const before = await bytes();
    await fixture.uploadFiles({ 'a.txt': 'word '.repeat(100_000) });
    expect(await fixture.documents()).toMatchObject([
      { status: 'chunking_error', error: expect.stringMatching(error) as unknown },
    ]);
    expect((await bytes()) - before).toBeLessThan(10 * 1024 * 1024);
    await fixture.close();
  });
});

test('a file that unpacks to more than two hundred times its size is refused', async () => {
  const fixture = await createPipelineFixture();
  await fixture.uploadFiles({ 'zeros.csv': '0,0,0,0\n'.repeat(500_000), 'a.txt': 'Text.' });
  expect(await fixture.documents()).toMatchObject([
    { path: 'a.txt', status: 'embedded' },
    {
      path: 'zeros.csv',
      status: 'partitioning_error',
      error: expect.stringMatching(/^This file unpacks to far more than a document/) as unknown,
    },
  ]);
  await fixture.close();
});

describe('P2: documents that keep their workers busy indefinitely', () => {
  test('end in an error after one try each, and those beside them are processed', async () => {
    const fixture = await createPipelineFixture({
      allowance: { seconds: 3, secondsPerMegabyte: 0, megabytes: 512, megabytesPerMegabyte: 0 },
    });
    const pdf = endlessPdf();
    const content = ['a.pdf', 'b.txt', 'c.pdf', 'd.txt'].map((name) => ({
      name,
      content: name.endsWith('.pdf') ? pdf : Buffer.from(`Text of ${name}.`),
    }));
    expect((await fixture.upload(Uint8Array.from(buildZip(content)))).status).toBe(201);
    await fixture.waitUntilProcessed();
    // 3 seconds of the processor, or 18 by the clock where other processes have the processors.
    const error = expect.stringMatching(
      /^Reading this file took longer than (3|18) seconds, the most that is allowed for its size\. Split it, or export it anew, and upload it again\.$/,
    ) as unknown;
    expect(await fixture.documents()).toMatchObject([
      { path: 'a.pdf', status: 'partitioning_error', error },
      { path: 'b.txt', status: 'embedded' },
      { path: 'c.pdf', status: 'partitioning_error', error },
      { path: 'd.txt', status: 'embedded' },
    ]);
    const tries = await fixture.server.database.query<{ attempts: number }>(
      `SELECT attempts FROM documents WHERE dataset_id = $1`,
      [fixture.datasetId],
    );
    expect(tries.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1]);
    await fixture.close();
  }, 120_000);
});
