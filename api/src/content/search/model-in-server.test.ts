import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SearchResponse } from '@carrel/shared/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  sendJson,
  startJsonService,
  type JsonService,
} from '@carrel/testing/faults/json-service.ts';
import { writeTinyEncoder } from '@carrel/testing/models/tiny-model.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { embeddingsOf } from '../../models/embeddings.ts';
import { modelOf } from '../../search-index/vectors/embedding-models.ts';
import { readSettings } from '../../platform/settings/settings.ts';

type Row = Parameters<typeof modelOf>[0];

const FILES = {
  'car.txt': 'The car needs a new wheel.',
  'cat.txt': 'The cat sleeps on a sofa.',
  'tree.txt': 'An oak grows slowly.',
};

let folder: string;
let fixture: PipelineFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-model-'));
  const meanings = [
    ['car', 'automobile'],
    ['cat', 'kitten'],
  ];
  await writeTinyEncoder(join(folder, 'tiny'), { meanings });
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => fixture.close());

const withModel = (model: string) => {
  const { embeddings } = readSettings({ EMBEDDINGS_MODEL: model });
  return { embeddings };
};

async function search(query: string): Promise<SearchResponse> {
  const path = `/datasets/${fixture.datasetId}/search`;
  return readJson<SearchResponse>(await fixture.call('POST', path, { query }));
}
const best = async (query: string) => (await search(query)).results[0]?.document.name;

describe('a model in the server', () => {
  beforeEach(async () => {
    fixture = await createPipelineFixture({}, withModel(join(folder, 'tiny')));
  });

  test('finds what is said in other words, whether a document came before it was ready or after', async () => {
    await fixture.uploadFiles(FILES);
    await expect
      .poll(async () => (await search('automobile')).meaning.state, { timeout: 20_000 })
      .toBe('ready');
    expect(await search('automobile')).toMatchObject({
      mode: 'hybrid',
      partial: null,
      results: [{ document: { name: 'car.txt' }, ranks: { words: null, meaning: 1 } }, {}, {}],
    });
    await fixture.uploadFiles({ 'kitten.txt': 'A kitten.' });
    expect(await best('kitten')).toBe('kitten.txt');
    expect((await search('kitten')).meaning.state).toBe('ready');
  });
});

test('words find documents while the model cannot be used', async () => {
  fixture = await createPipelineFixture({}, withModel('./absent/model/folder'));
  await fixture.uploadFiles(FILES);
  expect(await search('wheel')).toMatchObject({
    mode: 'words',
    meaning: { state: 'off', reason: 'The embedding model is not available at present.' },
    results: [{ document: { name: 'car.txt' } }],
  });
});

describe('an earlier model in the server', () => {
  test('embeds queries for its vectors until those of the new one are complete', async () => {
    fixture = await createPipelineFixture({}, withModel(join(folder, 'tiny')));
    await fixture.uploadFiles(FILES);
    await expect
      .poll(async () => (await search('automobile')).meaning.state, { timeout: 20_000 })
      .toBe('ready');
    await writeTinyEncoder(join(folder, 'other'), { meanings: [['sofa', 'couch']] });
    const { database, log, settings } = fixture.server.dependencies;
    const other = embeddingsOf({
      database: { ...database },
      log,
      settings: { ...settings, ...withModel(join(folder, 'other')) },
    });
    await other?.ready;
    const [model] = await database.query<Row>(
      `SELECT id, name, requested_dimensions, dimensions, query_prefix FROM embedding_models WHERE name = 'tiny'`,
    );
    if (model === undefined || other === undefined) throw new Error('There is no model');
    await expect
      .poll(() => other.embedQuery('automobile', modelOf(model)), { timeout: 20_000 })
      .toMatchObject({ vector: expect.any(Float32Array) });
    other.close();
  });
});

describe('vectors of a service', () => {
  let service: JsonService;
  afterEach(() => service.close());

  test('give way to those of a model in the server, and words find documents meanwhile', async () => {
    service = await startJsonService(
      sendJson({
        data: Object.keys(FILES).map((_, index) => ({ index, embedding: [1, 0, 0, 0] })),
      }),
    );
    const embeddingService = { url: service.url, model: 'old' };
    fixture = await createPipelineFixture({ embeddingService }, withModel(join(folder, 'tiny')));
    await fixture.uploadFiles(FILES);
    const { database } = fixture.server.dependencies;
    const dimensions = async () => {
      const rows = await database.query<{ dimensions: number }>(
        `SELECT DISTINCT m.dimensions FROM chunk_vectors v JOIN embedding_models m ON m.id = v.model_id`,
      );
      return rows.map((row) => row.dimensions);
    };
    expect(await dimensions()).toEqual([4]);
    await fixture.restart({});
    expect((await search('wheel')).results[0]?.document.name).toBe('car.txt');
    await expect.poll(dimensions, { timeout: 20_000 }).toEqual([3]);
    expect(await search('automobile')).toMatchObject({
      mode: 'hybrid',
      results: [{ document: { name: 'car.txt' } }, {}, {}],
    });
  });
});
