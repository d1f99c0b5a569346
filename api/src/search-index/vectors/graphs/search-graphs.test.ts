import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createModel,
  DIMENSIONS,
  GraphFixture,
  VECTORS,
  vectorOf,
} from '@carrel/testing/retrieval/graph-fixture.ts';
import { createGraphs } from '../../../processing/jobs/indexing/build-graph-job.ts';
import { unitOf } from '../segment.ts';
import { tableOf } from './graph-schema.ts';
import { closestSql, useIndex } from './search-graphs.ts';
import { graphSupport } from './set-up-graphs.ts';

let fixture: GraphFixture;

beforeAll(async () => {
  fixture = await GraphFixture.create();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.createDataset());

const only = (found: string) => ({ found: [found], partial: undefined });
const tableOfGraph = async () => tableOf((await fixture.graph())?.id ?? '');

describe('a large dataset', () => {
  test('is searched through the index of its graph, and not held in memory', async () => {
    const documents = await fixture.createLarge();
    expect(await fixture.search(31)).toEqual(only(`${documents[15]?.id} 0`));
    const [graph, support] = [await fixture.graph(), graphSupport(fixture.database)];
    if (graph === undefined || support === undefined) throw new Error('There is no graph');
    const plan = await fixture.database.read(fixture.organizationId, async (tx) => {
      await useIndex(tx, support, 100);
      const literal = `'[${vectorOf(1).join(',')}]'`;
      const sql = closestSql(support, graph.id).replaceAll('$1', literal).replace('$2', '100');
      return tx.query(`EXPLAIN ${sql}`);
    });
    expect(JSON.stringify(plan)).toMatch(/Index Scan using graph_\w+_index/);
    expect(JSON.stringify(plan)).not.toContain('Sort');
  });

  test('has chunks that were added or changed after the graph was built', async () => {
    const [first, second] = await fixture.createLarge();
    const added = await fixture.seedOne(500, 501);
    expect(await fixture.search(501)).toEqual(only(`${added} 1`));
    await fixture.seed([{ id: first?.id ?? '', vectors: [vectorOf(502)] }]);
    expect(await fixture.search(502)).toEqual(only(`${first?.id} 0`));
    // A segment that is written again in its place, with fewer vectors.
    await fixture.database.tenant(fixture.organizationId, (tx) =>
      tx.query(
        `UPDATE vector_segments SET count = 1,
           data = substr(data, 1, ${DIMENSIONS}) || substr(data, ${2 * DIMENSIONS + 1}, 4)
         WHERE organization_id = $1 AND document_id = $2`,
        [fixture.organizationId, second?.id],
      ),
    );
    const rows = await fixture.database.query(
      `SELECT document_id AS id, number FROM ${await tableOfGraph()}
       WHERE document_id = ANY ($1::uuid[]) ORDER BY document_id = $2`,
      [[first?.id, second?.id], second?.id],
    );
    expect(rows).toEqual([
      { id: first?.id, number: 0 },
      { id: second?.id, number: 0 },
    ]);
    expect(await fixture.search(3)).toEqual(only(`${second?.id} 0`));
  });

  test('has no document that was deleted, from the next search on', async () => {
    const documents = await fixture.createLarge();
    const deleted = documents[15]?.id;
    expect(await fixture.search(31)).toEqual(only(`${deleted} 0`));
    await fixture.database.tenant(fixture.organizationId, (tx) =>
      tx.query('DELETE FROM documents WHERE organization_id = $1 AND id = $2', [
        fixture.organizationId,
        deleted,
      ]),
    );
    expect((await fixture.search(31, { limit: 200 })).found).toHaveLength(118);
    const rows = `SELECT FROM ${await tableOfGraph()} WHERE document_id = $1`;
    expect(await fixture.database.query(rows, [deleted])).toEqual([]);
  });

  test('can be searched in some documents only', async () => {
    const documents = await fixture.createLarge();
    const documentIds = documents.slice(3, 5).map(({ id }) => id);
    const { found } = await fixture.search(31, { documentIds, limit: 10 });
    expect(found.sort()).toEqual(documentIds.flatMap((id) => [`${id} 0`, `${id} 1`]).sort());
    expect((await fixture.search(31, { documentIds: [] })).found).toEqual([]);
  });

  test('can be searched together with one that has no graph', async () => {
    const documents = await fixture.createLarge();
    const large = await fixture.searchable();
    await fixture.createDataset();
    const small = await fixture.seedOne(700);
    const datasets = [...large, ...(await fixture.searchable())];
    const search = (direction: number) => fixture.search(direction, { datasets }, fixture.index);
    expect(await search(700)).toEqual(only(`${small} 0`));
    expect(await search(31)).toEqual(only(`${documents[15]?.id} 0`));
  });

  test('T2: is invisible to another organization, and changed by the owner of the tables only', async () => {
    await fixture.createLarge();
    const { database, organizationId } = fixture;
    const datasets = await fixture.searchable();
    const table = await tableOfGraph();
    const stranger = await fixture.createOrganization();
    const rows = `SELECT id::text FROM carrel_vectors.graphs
      UNION ALL SELECT document_id::text FROM ${table}`;
    expect(await database.read(organizationId, (tx) => tx.query(rows))).not.toEqual([]);
    expect(await database.read(stranger, (tx) => tx.query(rows))).toEqual([]);
    const asked = { datasets, organizationId: stranger };
    expect((await fixture.search(31, asked)).found).toEqual([]);
    for (const sql of [`DELETE FROM ${table}`, 'DELETE FROM carrel_vectors.graphs']) {
      for (const tenant of [stranger, organizationId]) {
        await expect(database.tenant(tenant, (tx) => tx.query(sql))).rejects.toThrow('permission');
      }
    }
  });
});

test('the first ten of a large dataset are the exact ten in 99 of 100 cases', async () => {
  const dimensions = 32;
  let state = 1;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32 - 0.5;
  };
  const topics = Array.from({ length: 60 }, () =>
    Float32Array.from({ length: dimensions }, random),
  );
  const near = () => {
    const topic = topics[Math.floor((random() + 0.5) * topics.length)] ?? new Float32Array();
    return unitOf(topic.map((value) => value + random() * 0.6));
  };
  const documents = Array.from({ length: 75 }, () => ({
    id: randomUUID(),
    vectors: Array.from({ length: 20 }, near),
  }));
  const chunks = documents.flatMap(({ id, vectors }) =>
    vectors.map((vector, number) => ({ key: `${id} ${number}`, vector })),
  );
  const model = await createModel(fixture.database, 'clustered', dimensions);
  await fixture.seed(documents, model.id);
  const { pipeline, dataset } = fixture;
  await createGraphs({ ...pipeline, model }, { dataset, vectors: VECTORS });
  await fixture.build();
  const datasets = await fixture.searchable(model.id);
  let right = 0;
  for (let query = 0; query < 20; query += 1) {
    const asked = near();
    const exact = chunks
      .map(({ key, vector }) => ({
        key,
        score: vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0),
      }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 10);
    const queries = new Map([[model.id, asked]]);
    const { found, partial } = await fixture.search(0, { datasets, queries, limit: 10 });
    expect(partial).toBeUndefined();
    right += exact.filter(({ key }) => found.includes(key)).length;
  }
  expect(right / 200).toBeGreaterThanOrEqual(0.99);
}, 120_000);
