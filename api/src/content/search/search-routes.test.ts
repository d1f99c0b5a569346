import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { hardCount } from '@carrel/testing/hard-counts.ts';
import { seedIndex } from '@carrel/testing/retrieval/seed-index.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { compactIndex } from '../../processing/jobs/indexing/compact-index.ts';
import { createWorkerPool, type WorkerPool } from '../../extraction/workers/worker-pool.ts';

let fixture: PipelineFixture;
let workers: WorkerPool;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  workers = createWorkerPool({
    size: 1,
    idleMilliseconds: 60_000,
    heapMegabytes: 256,
    memoryMegabytes: 1024,
  });
  await fixture.uploadFiles({
    'Manuals/engine.md':
      '# Engine\n\nThe engine runs on two cylinders.\n\n# Oil\n\nChange the oil each year.',
    'Manuals/Parts/AB-123.txt': 'Part AB-123/4 is a gasket of the running engine. Gasket, gasket.',
    'letter.txt': 'José liked the café in Zürich.',
    'notes.txt': '検索エンジンは日本語のテキストを索引する。',
  });
});
afterAll(async () => {
  workers.close();
  await fixture.close();
});

const folding = () => ({
  database: fixture.server.database,
  workers,
  log: fixture.server.dependencies.log,
  isStopping: () => false,
});

async function search(input: SearchRequest, of = fixture): Promise<SearchResponse> {
  const response = await of.call('POST', `/datasets/${of.datasetId}/search`, input);
  expect(response.status).toBe(200);
  return readJson<SearchResponse>(response);
}

const names = ({ results }: SearchResponse) => results.map(({ document }) => document.name);

describe('a search by words', () => {
  test('finds chunks by the stems of words, and marks them', async () => {
    const { results, mode, took } = await search({ query: 'engines run', explain: true });
    expect(results[0]?.text).toContain('engine');
    const [first] = results;
    const marked = first?.highlights.map(([from, to]) => first.text.slice(from, to).toLowerCase());
    expect(marked).toEqual(expect.arrayContaining(['engine']));
    expect(first?.words?.map(({ word }) => word)).toContain('engines');
    expect(first?.ranks).toEqual({ words: 1, meaning: null, rerank: null });
    expect(first?.document.url).toMatch(
      /\?chunk=0&words=(?:engine|runs|running|\+)+&version=[\da-f]{8}$/i,
    );
    expect(mode).toBe('words');
    expect(took.total).toBeGreaterThan(0);
  });

  test('finds codes as they are written', async () => {
    expect(names(await search({ query: 'AB-123/4' }))[0]).toBe('AB-123.txt');
  });

  test('finds words without their accents', async () => {
    expect(names(await search({ query: 'jose zurich' }))).toEqual(['letter.txt']);
  });

  test('finds words of a script without spaces', async () => {
    expect(names(await search({ query: '日本語' }))).toEqual(['notes.txt']);
  });

  test('finds a document by its name', async () => {
    expect(names(await search({ query: 'notes' }))).toEqual(['notes.txt']);
  });

  test('finds words whose beginning was typed', async () => {
    expect(names(await search({ query: 'cylin' }))).toEqual(['engine.md']);
  });

  test('returns the chunks around a result', async () => {
    const small = await fixture.withNewDataset();
    await small.call('PATCH', `/datasets/${small.datasetId}`, {
      metadata_parameters: { chunk_size: 40, chunk_overlap: 0 },
    });
    await small.uploadFiles({
      'a.txt':
        'The first sentence is short.\n\nThe zebra is second.\n\nThe third ends it all, at last.',
    });
    const { results } = await search({ query: 'zebra', neighbours: 1 }, small);
    expect(results[0]?.before.map(({ text }) => text)).toEqual(['The first sentence is short.']);
    expect(results[0]?.after).toHaveLength(1);
  });
});

describe('a search without results', () => {
  test.each([
    ['no_words', '-engine'],
    ['no_words', '?!'],
    ['no_match', 'xylophone'],
  ])('says %s for "%s"', async (reason, query) => {
    const { results, empty } = await search({ query });
    expect([results, empty]).toEqual([[], reason]);
  });

  test('says that nothing is searchable in an empty dataset', async () => {
    const { empty } = await search({ query: 'engine' }, await fixture.withNewDataset());
    expect(empty).toBe('no_documents');
  });

  test('says that a workspace has no datasets', async () => {
    const { id } = await readJson<{ id: string }>(
      await fixture.call('POST', '/workspaces', { name: 'Empty' }),
    );
    const response = await fixture.call('POST', `/workspaces/${id}/search`, { query: 'engine' });
    expect((await readJson<SearchResponse>(response)).empty).toBe('no_datasets');
  });
});

describe('a workspace', () => {
  test('is searched in all of its datasets, and counts where its matches are', async () => {
    const other = await fixture.withNewDataset();
    await other.uploadFiles({ 'Trains/engine.txt': 'A locomotive has an engine, too.' });
    const { id } = await readJson<{ id: string }>(
      await fixture.call('POST', '/workspaces', { name: 'Both' }),
    );
    for (const { datasetId } of [fixture, other]) {
      await fixture.call('PUT', `/workspaces/${id}/datasets/${datasetId}`);
    }
    const response = await readJson<SearchResponse>(
      await fixture.call('POST', `/workspaces/${id}/search`, { query: 'engine' }),
    );
    expect(names(response).toSorted()).toEqual(['AB-123.txt', 'engine.md', 'engine.txt']);
    expect(response.facets.datasets.map(({ count }) => count)).toEqual([2, 1]);
    expect(response.facets.kinds).toEqual([
      { kind: 'text', count: 2 },
      { kind: 'markdown', count: 1 },
    ]);
    const only = await readJson<SearchResponse>(
      await fixture.call('POST', `/workspaces/${id}/search`, {
        query: 'engine',
        filter: { datasets: [other.datasetId] },
      }),
    );
    expect(names(only)).toEqual(['engine.txt']);
  });
});

test.each([
  ['one character', 'x'],
  ['10,000 characters', 'engine '.repeat(1428)],
  ['quotes and operators', `"engine' & | ! <-> :* (`],
  ['emoji', '🚂 engine 👩‍👩‍👧'],
  ['text from right to left', 'محرك البحث'],
])('a query of %s is searched', async (_, query) => {
  const { results, empty } = await search({ query });
  expect(results.length > 0 || typeof empty === 'string').toBe(true);
});

test('a query that is too long is refused with a sentence', async () => {
  const response = await fixture.call('POST', `/datasets/${fixture.datasetId}/search`, {
    query: 'x'.repeat(10_001),
  });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('Query must be at most 10000 characters');
});

describe('what is gone is not found', () => {
  test('once a document has new text', async () => {
    const own = await fixture.withNewDataset();
    await own.uploadFiles({ 'a.txt': 'The walrus sleeps.' });
    expect(names(await search({ query: 'walrus' }, own))).toEqual(['a.txt']);
    // What is merged stays in the index until it is merged again.
    await compactIndex(folding(), own.organizationId, own.datasetId);
    await own.uploadFiles({ 'a.txt': 'The octopus sleeps.' });
    expect(names(await search({ query: 'walrus' }, own))).toEqual([]);
    const { searched, ...found } = await search({ query: 'octopus' }, own);
    expect(names({ ...found, searched })).toEqual(['a.txt']);
    expect(searched.documents).toBe(1);
  });

  test('once its dataset was deleted', async () => {
    const own = await fixture.withNewDataset();
    await own.uploadFiles({ 'a.txt': 'The walrus sleeps.' });
    await own.call('DELETE', `/datasets/${own.datasetId}`);
    const response = await own.call('POST', `/datasets/${own.datasetId}/search`, {
      query: 'walrus',
    });
    expect(response.status).toBe(404);
  });
});

/** The rounds are more searches than one person may make in a minute. */
const nextRound = () => fixture.server.database.query('DELETE FROM rate_limits');

describe('R1: a search while documents are deleted', () => {
  const rounds = hardCount(5, 200);

  test(`finds none that was deleted before it began, ${rounds} rounds`, async () => {
    const { server, organizationId } = fixture;
    for (let round = 0; round < rounds; round += 1) {
      await nextRound();
      const datasetId = await seedIndex(folding(), organizationId, `Round ${round}`, [
        { path: 'stays.txt', chunks: ['The heron stays.'] },
        { path: 'goes.txt', chunks: ['The heron goes.', 'The heron is gone.'] },
      ]);
      const own = { ...fixture, datasetId };
      const during = Array.from({ length: 3 }, () => search({ query: 'heron' }, own));
      await server.database.query(
        `DELETE FROM documents WHERE dataset_id = $1 AND path = 'goes.txt'`,
        [datasetId],
      );
      expect(names(await search({ query: 'heron' }, own))).toEqual(['stays.txt']);
      for (const response of await Promise.all(during))
        expect(names(response)).toContain('stays.txt');
    }
  });

  test(`of a dataset that goes meanwhile responds with results, or that it was not found, ${rounds} rounds`, async () => {
    const { organizationId } = fixture;
    for (let round = 0; round < rounds; round += 1) {
      await nextRound();
      const datasetId = await seedIndex(folding(), organizationId, `Gone ${round}`, [
        { path: 'a.txt', chunks: ['The heron stays.'] },
      ]);
      const searches = Array.from({ length: 4 }, () =>
        fixture.call('POST', `/datasets/${datasetId}/search`, { query: 'heron' }),
      );
      await fixture.call('DELETE', `/datasets/${datasetId}`);
      for (const response of await Promise.all(searches)) {
        expect([200, 404]).toContain(response.status);
      }
      const after = await fixture.call('POST', `/datasets/${datasetId}/search`, { query: 'heron' });
      expect(after.status).toBe(404);
    }
  });
});

const figures = ({ results, searched }: SearchResponse) => [
  results.map(({ document, score }) => [document.id, score]),
  searched,
];

test("another organization's documents change neither scores nor counts", async () => {
  const before = await search({ query: 'engine gasket' });
  const stranger = await fixture.server.person();
  const theirs = await fixture.server.organization(stranger);
  await seedIndex(
    folding(),
    theirs,
    'Theirs',
    Array.from({ length: 50 }, (_, number) => ({
      path: `${number}.txt`,
      chunks: ['engine engine gasket'],
    })),
  );
  const after = await search({ query: 'engine gasket' });
  expect(figures(after)).toEqual(figures(before));
});

test('a dataset whose language changes is indexed anew, while it is searched', async () => {
  const own = await fixture.withNewDataset();
  await own.uploadFiles({ 'a.txt': 'Häuser' });
  expect(names(await search({ query: 'Haus dort' }, own))).toEqual([]);
  const changed = await own.call('PATCH', `/datasets/${own.datasetId}`, { language: 'german' });
  expect(changed.status).toBe(204);
  await vi.waitFor(
    async () => expect(names(await search({ query: 'Haus dort' }, own))).toEqual(['a.txt']),
    { timeout: 30_000, interval: 200 },
  );
});
