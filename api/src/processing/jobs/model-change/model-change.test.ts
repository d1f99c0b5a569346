import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  startEmbeddingService,
  type EmbeddingRequest,
  type EmbeddingResponse,
  type TestEmbeddingService,
} from '@carrel/testing/faults/embedding-service.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { ENDLESS } from '@carrel/testing/slices.ts';
import { meaningState } from '../../../search-index/vectors/meaning-state.ts';
import { registerModel } from '../../../search-index/vectors/embedding-models.ts';
import { searchVectors } from '../../../search-index/vectors/search-vectors.ts';
import { createVectorIndex, type VectorIndex } from '../../../search-index/vectors/vector-index.ts';
import {
  createServiceQueryEmbedder,
  type QueryEmbedder,
} from '../../../models/embedding/query-embedder.ts';
import { embedDataset } from './embed-dataset.ts';

const LENGTHS: Record<string, number> = { first: 3, second: 5, third: 4 };

/** Texts of the same first letter have the same direction. */
const directionOf = (text: string, length: number) =>
  Array.from({ length }, (_, at) => (at === text.charCodeAt(0) % length ? 1 : 0.1));

const well = ({ texts, model }: EmbeddingRequest): EmbeddingResponse => ({
  status: 200,
  body: {
    data: texts.map((text, index) => ({
      index,
      embedding: directionOf(text, LENGTHS[model] ?? 2),
    })),
  },
});

let service: TestEmbeddingService;
let respond: (request: EmbeddingRequest) => EmbeddingResponse;
let asked: EmbeddingRequest[];
let fixture: PipelineFixture;
let index: VectorIndex;
let embedQuery: QueryEmbedder;

const settingsOf = (model: string) => ({
  embeddingService: { url: service.url, model, tries: 1, waitMilliseconds: 1 },
});

beforeAll(async () => {
  service = await startEmbeddingService((request) => {
    asked.push(request);
    return respond(request);
  });
  asked = [];
  respond = well;
  fixture = await createPipelineFixture(settingsOf('first'));
  const { database, log } = fixture.server.dependencies;
  index = createVectorIndex({ database, log, maxBytes: 10_000_000 });
  embedQuery = createServiceQueryEmbedder({ url: service.url, timeoutMilliseconds: 10_000 });
});
afterAll(async () => {
  await index.close();
  await fixture.close();
  service.stop();
});
beforeEach(async () => {
  respond = well;
  await fixture.restart(settingsOf('first'));
  fixture = await fixture.withNewDataset();
  asked = [];
});

const FILES = { 'a.txt': 'Apple.', 'b.txt': 'Banana bread.', 'c/d.txt': 'Cherry cake, two.' };

async function meaning(model: string) {
  const { server, organizationId, datasetId } = fixture;
  const { id } = await registerModel(server.database, { model });
  return server.database.read(organizationId, (tx) =>
    meaningState(tx, organizationId, [datasetId], id),
  );
}

async function activeModel(model: string) {
  return (await meaning(model)).searchable.map((one) => one.model.name);
}

/** Returns the path of the best document, as a search by meaning of this server finds it. */
async function find(query: string, model: string): Promise<string | undefined> {
  const { server, organizationId } = fixture;
  const { searchable } = await meaning(model);
  const queries = new Map<string, Float32Array>();
  for (const { model: one } of searchable) {
    const embedded = await embedQuery(query, one);
    if ('vector' in embedded) queries.set(one.id, embedded.vector);
  }
  const { chunks, partial } = await searchVectors(
    { database: server.database, index },
    {
      organizationId,
      datasets: searchable,
      queries,
      limit: 1,
      deadline: AbortSignal.timeout(20_000),
    },
  );
  expect(partial).toBeUndefined();
  const documents = await fixture.documents();
  return documents.find(({ id }) => id === chunks[0]?.documentId)?.path;
}

/** Numbers of vectors by their bytes. */
async function vectors(): Promise<Record<number, number>> {
  const rows = await fixture.server.database.query<{ length: number; count: number }>(
    `SELECT length(v.vector) AS length, count(*) AS count FROM chunk_vectors v
     JOIN documents d ON d.id = v.document_id WHERE d.dataset_id = $1 GROUP BY 1`,
    [fixture.datasetId],
  );
  return Object.fromEntries(rows.map(({ length, count }) => [length, count]));
}

/** What the job does until it has nothing left to do, without waiting. */
async function embedAll(model: string): Promise<unknown> {
  const { server, organizationId, datasetId } = fixture;
  const { id: modelId } = await registerModel(server.database, { model });
  const [row] = await server.database.query<{ run: string }>(
    'SELECT run FROM dataset_models WHERE dataset_id = $1 AND model_id = $2',
    [datasetId, modelId],
  );
  const run = { organizationId, datasetId, modelId, run: row?.run ?? '' };
  return embedDataset(fixture.pipeline(), run, ENDLESS);
}

describe('documents that were embedded by one model', { timeout: 60_000 }, () => {
  test('are embedded by the next beside it, and searches switch over at the end', async () => {
    await fixture.uploadFiles(FILES);
    expect(await meaning('first')).toMatchObject({ state: 'ready' });
    expect(await vectors()).toEqual({ 12: 3 });
    expect(await find('Bread?', 'first')).toBe('b.txt');

    const released = Promise.withResolvers<undefined>();
    respond = (request) => ({
      ...well(request),
      ...(request.texts.includes('Apple.') ? { held: released.promise } : {}),
    });
    await fixture.restart(settingsOf('second'));
    await expect.poll(() => meaning('second'), { timeout: 20_000 }).toMatchObject({ total: 3 });
    expect(await meaning('second')).toMatchObject({ state: 'building', done: 0 });
    expect(await activeModel('second')).toEqual(['first']);
    expect(await find('Cakes?', 'second')).toBe('c/d.txt');

    // A document that comes meanwhile has vectors of the new model.
    await fixture.uploadFiles({ 'n.txt': 'News.' });
    expect(await vectors()).toEqual({ 12: 3, 20: 1 });
    expect(await activeModel('second')).toEqual(['first']);
    expect(await find('Nothing?', 'second')).not.toBe('n.txt');

    released.resolve(undefined);
    await expect.poll(vectors, { timeout: 20_000 }).toEqual({ 20: 4 });
    expect(await meaning('second')).toMatchObject({ state: 'ready' });
    expect(await activeModel('second')).toEqual(['second']);
    expect(await find('Cakes?', 'second')).toBe('c/d.txt');
    expect(await find('Nothing?', 'second')).toBe('n.txt');
  });

  test('are embedded again with what was embedded first: title, headings and text', async () => {
    await fixture.uploadFiles({ 'oil-change.md': '# Oil\n\n## Filter\n\nReplace it.' });
    const text = 'oil change\n\nOil\n\nFilter\n\nReplace it.';
    const models = () =>
      asked.filter(({ texts }) => texts.includes(text)).map(({ model }) => model);
    expect(models()).toEqual(['first']);
    await fixture.restart(settingsOf('second'));
    await embedAll('second');
    expect(models()).toContain('second');
  });

  test('are searched by vectors of an earlier form until those of this one are complete', async () => {
    await fixture.uploadFiles(FILES);
    await fixture.server.database.query(
      "UPDATE embedding_models SET version = 'earlier' WHERE name = 'first'",
    );
    respond = () => ({ status: 503, body: {} });
    await fixture.restart(settingsOf('first'));
    await embedAll('first');
    expect(await meaning('first')).toMatchObject({ state: 'building', total: 3 });
    expect(await activeModel('first')).toEqual(['first']);
    respond = well;
    // A probe finds out first that the service is back.
    await expect
      .poll(
        async () => {
          await embedAll('first');
          return (await meaning('first')).state;
        },
        { timeout: 20_000 },
      )
      .toBe('ready');
    expect(await vectors()).toEqual({ 12: 3 });
  });

  test('keep their vectors while the service is away', async () => {
    await fixture.uploadFiles(FILES);
    respond = () => ({ status: 503, body: {} });
    await fixture.restart(settingsOf('second'));
    expect(await embedAll('second')).toEqual({ repeatAfterSeconds: 60 });
    expect(await meaning('second')).toMatchObject({ state: 'building', done: 0, total: 3 });
    expect(await activeModel('second')).toEqual(['first']);
    expect(await vectors()).toEqual({ 12: 3 });
  });

  test('go back to the first model where the settings do', async () => {
    await fixture.uploadFiles(FILES);
    respond = () => ({ status: 503, body: {} });
    await fixture.restart(settingsOf('second'));
    await embedAll('second');
    respond = well;
    await fixture.uploadFiles({ 'n.txt': 'News.' });
    expect(await meaning('first')).toMatchObject({ state: 'building' });
    await fixture.restart(settingsOf('first'));
    await embedAll('first');
    expect(await meaning('first')).toMatchObject({ state: 'ready' });
    expect(await vectors()).toEqual({ 12: 4 });
  });
});

describe('two servers with different models', () => {
  test('use that of the one that was started last', async () => {
    await fixture.uploadFiles(FILES);
    const { checkChosenModel } = fixture.pipeline();
    await checkChosenModel();
    expect(fixture.pipeline().model?.name).toBe('first');
    const { database } = fixture.server;
    await registerModel(database, { model: 'second' });
    await checkChosenModel();
    expect(fixture.pipeline().embed).toBeUndefined();
    await fixture.uploadFiles({ 'new.txt': 'News.' });
    expect(await vectors()).toEqual({ 12: 3 });
    await registerModel(database, { model: 'first' });
    await checkChosenModel();
    expect(fixture.pipeline().model?.name).toBe('first');
  });
});

describe('documents without vectors', () => {
  test('are embedded once there is a service', async () => {
    await fixture.restart({});
    await fixture.uploadFiles(FILES);
    expect((await fixture.documents()).map(({ status }) => status)).toContain('embedded');
    expect(await vectors()).toEqual({});
    await fixture.restart(settingsOf('first'));
    await embedAll('first');
    expect(await meaning('first')).toMatchObject({ state: 'ready' });
    expect(await vectors()).toEqual({ 12: 3 });
  });
});

describe('a document', () => {
  test('whose text the service refuses does not keep the others from switching over', async () => {
    await fixture.uploadFiles(FILES);
    respond = (request) =>
      request.texts.some((text) => text.includes('Banana'))
        ? { status: 400, body: {} }
        : well(request);
    await fixture.restart(settingsOf('second'));
    await embedAll('second');
    expect(await activeModel('second')).toEqual(['second']);
    expect(await vectors()).toEqual({ 20: 2 });
  });

  test('keeps its old vectors where the service refuses everything', async () => {
    await fixture.uploadFiles(FILES);
    respond = () => ({ status: 400, body: {} });
    await fixture.restart(settingsOf('second'));
    expect(await embedAll('second')).toEqual({ repeatAfterSeconds: 60 });
    expect(await vectors()).toEqual({ 12: 3 });
  });

  test('with more chunks than a batch is embedded whole', async () => {
    const words = Array.from({ length: 80_000 }, (_, number) => `word${number}`).join(' ');
    await fixture.uploadFiles({ ...FILES, 'b.txt': words });
    const { 12: count = 0 } = await vectors();
    expect(count).toBeGreaterThan(600);
    await fixture.restart(settingsOf('third'));
    await embedAll('third');
    expect(await vectors()).toEqual({ 16: count });
    expect(await meaning('third')).toMatchObject({ state: 'ready' });
  });
});

test('an earlier run of the job ends', async () => {
  await fixture.uploadFiles(FILES);
  await fixture.restart(settingsOf('second'));
  const { server, organizationId, datasetId } = fixture;
  const { id: modelId } = await registerModel(server.database, { model: 'second' });
  asked = [];
  const run = { organizationId, datasetId, modelId, run: organizationId };
  expect(await embedDataset(fixture.pipeline(), run, ENDLESS)).toBeUndefined();
});
