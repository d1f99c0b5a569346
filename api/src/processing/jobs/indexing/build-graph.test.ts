import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';

import {
  createModel,
  DIMENSIONS,
  GraphFixture,
  VECTORS,
  vectorOf,
} from '@carrel/testing/retrieval/graph-fixture.ts';
import { listGraphs } from '../../../search-index/vectors/graphs/graph-repository.ts';
import { tableOf } from '../../../search-index/vectors/graphs/graph-schema.ts';
import { buildGraph } from './build-graph.ts';
import { createGraphs, reviewGraphs } from './build-graph-job.ts';

let fixture: GraphFixture;

beforeAll(async () => {
  fixture = await GraphFixture.create();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.sent = [];
  await fixture.createDataset();
});

const only = (found: string) => ({ found: [found], partial: undefined });
const which = (vectors = VECTORS) => ({ dataset: fixture.dataset, vectors });
const searchInMemory = (direction: number) => fixture.search(direction, {}, fixture.index);
const rowsOf = (graphId: string) => fixture.database.query(`SELECT FROM ${tableOf(graphId)}`);
const tables = () =>
  fixture.database.query(
    `SELECT relname FROM pg_class WHERE relnamespace = 'carrel_vectors'::regnamespace
     AND relname LIKE 'graph\\_%'`,
  );

test('a dataset gets a graph once it has more vectors than the threshold', async () => {
  const { pipeline } = fixture;
  await fixture.seedMany(VECTORS / 2);
  await createGraphs(pipeline, which());
  expect(fixture.sent).toEqual([]);
  const last = await fixture.seedOne(900);
  await createGraphs(pipeline, which());
  await createGraphs(pipeline, which());
  expect(fixture.sent).toEqual([(await fixture.graph())?.id]);
  // Until it is ready, searches are as they were.
  expect(await searchInMemory(900)).toEqual(only(`${last} 0`));
  expect((await fixture.search(900)).partial).toContain('SEARCH_CACHE_MB');
  await fixture.build();
  expect(await fixture.search(900)).toEqual(only(`${last} 0`));
});

test('an interrupted build goes on, with what changed meanwhile', async () => {
  const { pipeline, database } = fixture;
  const documents = await fixture.seedMany(60);
  await createGraphs(pipeline, which());
  const [graphId = ''] = fixture.sent;
  let batches = 0;
  const isStopping = () => (batches += 1) > 1;
  expect(await buildGraph({ ...pipeline, isStopping }, graphId)).toBeDefined();
  const [copied, more, ...others] = await database.query<{ id: string }>(
    `SELECT DISTINCT document_id AS id FROM ${tableOf(graphId)}`,
  );
  expect(others).toHaveLength(14);
  const isCopied = (id: string) => [copied, more, ...others].some((other) => other?.id === id);
  const [waiting, kept] = documents.filter(({ id }) => !isCopied(id));
  await database.query('DELETE FROM documents WHERE id = ANY ($1::uuid[])', [
    [copied?.id, waiting?.id],
  ]);
  const rewritten = more?.id ?? '';
  await fixture.seed([{ id: rewritten, vectors: [vectorOf(801)] }]);
  const added = await fixture.seedOne(800);
  expect(await searchInMemory(800)).toEqual(only(`${added} 0`));
  // The job was lost with the process that had it; the next start sends another one.
  fixture.sent = [];
  await reviewGraphs(pipeline, which());
  expect(fixture.sent).toEqual([graphId]);
  await Promise.all([buildGraph(pipeline, graphId), buildGraph(pipeline, graphId)]);
  await fixture.build();
  expect((await fixture.graph())?.ready).toBe(true);
  expect(await rowsOf(graphId)).toHaveLength(116);
  expect(await fixture.search(800)).toEqual(only(`${added} 0`));
  expect(await fixture.search(801)).toEqual(only(`${rewritten} 0`));
  const direction = documents.findIndex(({ id }) => id === kept?.id) * 2 + 1;
  expect(await fixture.search(direction)).toEqual(only(`${kept?.id} 0`));
});

// The embedded database has one connection.
const isServed = (inject('postgresTemplate') as string | undefined) !== undefined;

test.runIf(isServed)('a document that is being deleted during a build is not in it', async () => {
  const { pipeline, database, organizationId } = fixture;
  const [document] = await fixture.seedMany(10);
  await createGraphs(pipeline, which(10));
  const [graphId = ''] = fixture.sent;
  let batches = 0;
  const isStopping = () => (batches += 1) > 1;
  await buildGraph({ ...pipeline, isStopping }, graphId);
  expect(await rowsOf(graphId)).toHaveLength(20);
  await database.tenant(organizationId, async (tx) => {
    await tx.query('DELETE FROM documents WHERE organization_id = $1 AND id = $2', [
      organizationId,
      document?.id,
    ]);
    expect(await buildGraph(pipeline, graphId)).toBeDefined();
    expect(await buildGraph(pipeline, graphId)).toBeDefined();
    expect((await fixture.graph())?.ready).toBe(false);
  });
  await fixture.build();
  expect((await fixture.graph())?.ready).toBe(true);
  expect(await rowsOf(graphId)).toHaveLength(18);
});

test('a new model gets a graph beside the old one, which is dropped after the switch', async () => {
  const { database, datasetId } = fixture;
  const [document] = await fixture.createLarge();
  const before = await fixture.graph();
  const model = await createModel(database, 'another', 4);
  const pipeline = { ...fixture.pipeline, model };
  const vectors = [vectorOf(1, 4), vectorOf(2, 4)];
  await fixture.seed([{ id: document?.id ?? '', vectors }], model.id);
  await createGraphs(pipeline, which(1));
  await fixture.build();
  const graphs = (await listGraphs(database)).filter((graph) => graph.datasetId === datasetId);
  const told = graphs.map(({ modelId, dimensions, ready }) => ({ modelId, dimensions, ready }));
  expect(told).toHaveLength(2);
  expect(told).toContainEqual({ modelId: fixture.model.id, dimensions: DIMENSIONS, ready: true });
  expect(told).toContainEqual({ modelId: model.id, dimensions: 4, ready: true });
  await database.query('UPDATE dataset_models SET active = model_id = $2 WHERE dataset_id = $1', [
    datasetId,
    model.id,
  ]);
  await reviewGraphs(pipeline, which(1));
  expect((await listGraphs(database)).map(({ id }) => id)).not.toContain(before?.id);
  expect((await fixture.graph())?.modelId).toBe(model.id);
});

test('a graph is dropped when its dataset has shrunk to less than half, or is deleted', async () => {
  const { pipeline, database } = fixture;
  const review = () => reviewGraphs(pipeline, which());
  await reviewGraphs(pipeline, { vectors: 1e6 });
  expect(await tables()).toEqual([]);
  const documents = await fixture.createLarge();
  const remove = (from: number, to: number) =>
    database.query('DELETE FROM documents WHERE id = ANY ($1::uuid[])', [
      documents.slice(from, to).map(({ id }) => id),
    ]);
  await remove(0, 35);
  await review();
  expect((await fixture.graph())?.ready).toBe(true);
  await remove(35, 36);
  await review();
  expect(await fixture.graph()).toBeUndefined();
  expect(await tables()).toEqual([]);
  expect(await searchInMemory(119)).toEqual(only(`${documents[59]?.id} 0`));
  await fixture.createLarge();
  expect(await tables()).not.toEqual([]);
  await database.query('DELETE FROM datasets WHERE id = $1', [fixture.datasetId]);
  await review();
  expect(await tables()).toEqual([]);
});

test('vectors of more dimensions than an index takes get no graph', async () => {
  const model = await createModel(fixture.database, 'wide', 4001);
  await fixture.seed([{ id: fixture.datasetId, vectors: [vectorOf(1, 4001)] }], model.id);
  fixture.lines.length = 0;
  await createGraphs({ ...fixture.pipeline, model }, which(0));
  expect(fixture.sent).toEqual([]);
  expect(fixture.lines).toEqual([]);
});

test('a graph that fails is given up, and neither searches nor documents fail with it', async () => {
  const { pipeline, database } = fixture;
  const documents = await fixture.createLarge();
  const broken = await fixture.graph();
  await database.query(`ALTER TABLE ${tableOf(broken?.id ?? '')} RENAME COLUMN embedding TO lost`);
  fixture.lines.length = 0;
  expect(await searchInMemory(31)).toEqual(only(`${documents[15]?.id} 0`));
  expect(fixture.lines).toEqual([expect.stringContaining('search graphs of vectors')]);
  const added = await fixture.seedOne(600);
  expect(await fixture.graph()).toBeUndefined();
  expect(await searchInMemory(600)).toEqual(only(`${added} 0`));
  await createGraphs(pipeline, which());
  await fixture.build();
  expect(await fixture.search(600)).toEqual(only(`${added} 0`));
});
