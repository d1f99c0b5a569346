import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import { seedVectors } from '@carrel/testing/retrieval/seed-vectors.ts';
import type { Database } from '../../platform/database/database.ts';
import { forCaller, limitReach } from '../../platform/database/reach.ts';
import { createLog } from '../../platform/log.ts';
import { registerModel } from './embedding-models.ts';
import { meaningState } from './meaning-state.ts';
import { searchVectors, type VectorSearch } from './search-vectors.ts';
import { createVectorIndex, type VectorIndex } from './vector-index.ts';

let database: Database;
let index: VectorIndex;
let organizationId: string;
let datasetId: string;
let modelId: string;
let lines: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  organizationId = randomUUID();
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [
    organizationId,
  ]);
  modelId = (await registerModel(database, { model: 'test' })).id;
  lines = [];
  index = createVectorIndex({
    database,
    log: createLog((line) => lines.push(line)),
    maxBytes: 10_000_000,
  });
});
afterAll(async () => {
  await index.close();
  await database.close();
});
beforeEach(async () => {
  datasetId = await createDataset();
});

async function createDataset(organization = organizationId): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO datasets (id, organization_id, name) VALUES ($1, $2, 'Library')`,
    [id, organization],
  );
  return id;
}

/** A direction for each name, so that a document is found by its own. */
const DIRECTIONS = ['apple', 'banana', 'cherry', 'damson', 'elder'];
const vectorOf = (name: string, less = 0) =>
  Float32Array.from({ length: 8 }, (_, at) => (at === DIRECTIONS.indexOf(name) ? 1 : less));

/** Writes the vectors of an embedded document; `names` has one for each chunk. */
const write = (id: string, names: readonly string[], dataset = datasetId): Promise<void> =>
  seedVectors(database, { organizationId, datasetId: dataset, modelId }, [
    { id, vectors: names.map((name) => vectorOf(name, 0.01)) },
  ]);

const searchable = async (datasets: readonly string[], organization = organizationId) =>
  (await database.read(organization, (tx) => meaningState(tx, organization, datasets, modelId)))
    .searchable;

async function search(name: string, more: Partial<VectorSearch> = {}) {
  const { chunks, partial } = await searchVectors(
    { database, index },
    {
      organizationId,
      datasets: await searchable([datasetId]),
      queries: new Map([[modelId, vectorOf(name)]]),
      limit: 1,
      deadline: AbortSignal.timeout(20_000),
      ...more,
    },
  );
  expect(partial).toBeUndefined();
  return chunks.map(({ documentId, number }) => `${documentId} ${number}`);
}

describe('a search by vectors', () => {
  test('finds the closest chunks, best first, with exact scores', async () => {
    const [fruit, other] = [randomUUID(), randomUUID()];
    await write(fruit, ['apple', 'banana', 'cherry']);
    await write(other, ['damson']);
    expect(await search('banana')).toEqual([`${fruit} 1`]);
    const { chunks } = await searchVectors(
      { database, index },
      {
        organizationId,
        datasets: await searchable([datasetId]),
        queries: new Map([[modelId, vectorOf('damson')]]),
        limit: 4,
      },
    );
    expect(chunks).toHaveLength(4);
    expect(chunks[0]).toMatchObject({ documentId: other, number: 0 });
    expect(chunks[0]?.score).toBeCloseTo(1 / Math.hypot(1, ...Array<number>(7).fill(0.01)), 6);
  });

  test('finds what was added since the last one, and not what was deleted', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await write(first, ['apple']);
    expect(await search('apple')).toEqual([`${first} 0`]);
    await write(second, ['banana']);
    expect(await search('banana')).toEqual([`${second} 0`]);
    await database.query('DELETE FROM documents WHERE id = $1', [second]);
    expect(await search('banana')).toEqual([`${first} 0`]);
  });

  test('finds a document by its new vectors only', async () => {
    const id = randomUUID();
    await write(id, ['apple', 'banana', 'cherry']);
    expect(await search('cherry')).toEqual([`${id} 2`]);
    await write(id, ['cherry', 'elder']);
    expect(await search('cherry')).toEqual([`${id} 0`]);
    expect((await search('banana', { limit: 10 })).sort()).toEqual([`${id} 0`, `${id} 1`]);
  });

  test('finds enough although most of the closest were deleted', async () => {
    const ids = Array.from({ length: 300 }, () => randomUUID());
    for (const id of ids) await write(id, ['apple', 'apple']);
    const left = randomUUID();
    await write(left, ['banana']);
    expect(await search('banana')).toEqual([`${left} 0`]);
    await database.query('DELETE FROM documents WHERE id = ANY ($1::uuid[])', [ids.slice(10)]);
    expect(await search('apple', { limit: 20 })).toHaveLength(20);
  });

  test('of who stands before a fence finds enough, and removes nothing for others', async () => {
    const ids = Array.from({ length: 100 }, () => randomUUID());
    for (const id of ids) await write(id, ['apple']);
    const metadata = { groups: ['Board'] };
    await database.query('UPDATE documents SET read_metadata = $2 WHERE id = ANY ($1::uuid[])', [
      ids.slice(10),
      JSON.stringify(metadata),
    ]);
    const fences = `\x1d${datasetId}=groups\x1d\x1f`;
    const found = await forCaller(() => {
      limitReach({ unreachable: '', roles: {}, fences });
      return search('apple', { limit: 10 });
    });
    expect(found.toSorted()).toEqual(
      ids
        .slice(0, 10)
        .map((id) => `${id} 0`)
        .toSorted(),
    );
    expect(await search('apple', { limit: 100 })).toHaveLength(100);
  });

  test('shows no document that is being processed', async () => {
    const id = randomUUID();
    await write(id, ['apple']);
    await database.query(`UPDATE documents SET status = 'chunked' WHERE id = $1`, [id]);
    expect(await search('apple')).toEqual([]);
    await database.query(`UPDATE documents SET status = 'embedded' WHERE id = $1`, [id]);
    expect(await search('apple')).toEqual([`${id} 0`]);
  });

  test('can be limited to documents, and covers several datasets', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const other = await createDataset();
    await write(a, ['apple']);
    await write(b, ['banana']);
    await write(c, ['banana', 'elder'], other);
    const datasets = await searchable([datasetId, other]);
    expect(await search('elder', { datasets })).toEqual([`${c} 1`]);
    expect(await search('elder', { datasets, documentIds: [a] })).toEqual([`${a} 0`]);
    expect(await search('elder', { datasets, documentIds: [] })).toEqual([]);
    const found = await search('banana', { datasets, limit: 2 });
    expect(found.sort()).toEqual([`${b} 0`, `${c} 0`].sort());
  });

  test('T2: finds nothing of another organization', async () => {
    const id = randomUUID();
    await write(id, ['apple']);
    const datasets = await searchable([datasetId]);
    expect(await search('apple', { datasets })).toEqual([`${id} 0`]);
    const stranger = randomUUID();
    await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Others')`, [stranger]);
    expect(await searchable([datasetId], stranger)).toEqual([]);
    expect(await search('apple', { datasets, organizationId: stranger })).toEqual([]);
    // The owners' next search is not the worse for it.
    expect(await search('apple', { datasets })).toEqual([`${id} 0`]);
  });

  test('of many documents reads them in pages', async () => {
    const ids = Array.from({ length: 120 }, () => randomUUID());
    for (const id of ids) await write(id, ['apple']);
    const found = await search('apple', { limit: 500 });
    expect(found.sort()).toEqual(ids.map((id) => `${id} 0`).sort());
  });
});

test('none of these searches failed', () => {
  expect(lines).toEqual([]);
});

describe('vectors that are not in memory', () => {
  test('are missing from a search that cannot wait, and there for the next', async () => {
    const id = randomUUID();
    await write(id, ['apple']);
    const { chunks, partial } = await searchVectors(
      { database, index },
      {
        organizationId,
        datasets: await searchable([datasetId]),
        queries: new Map([[modelId, vectorOf('apple')]]),
        limit: 1,
        deadline: AbortSignal.abort(),
      },
    );
    expect(chunks).toEqual([]);
    expect(partial).toContain('is being prepared');
    expect(await search('apple')).toEqual([`${id} 0`]);
  });

  test('are not searched where they do not fit into memory', async () => {
    await write(randomUUID(), ['apple']);
    const tiny = createVectorIndex({ database, log: createLog(() => undefined), maxBytes: 100 });
    const { partial } = await searchVectors(
      { database, index: tiny },
      {
        organizationId,
        datasets: await searchable([datasetId]),
        queries: new Map([[modelId, vectorOf('apple')]]),
        limit: 1,
        deadline: AbortSignal.timeout(20_000),
      },
    );
    expect(partial).toContain('SEARCH_CACHE_MB');
    await tiny.close();
  });
});
