import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { Database } from '../../../platform/database/database.ts';
import { createTestDatabase } from '@carrel/testing/database/test-database.ts';
import { claimDocuments } from '@carrel/testing/claim-documents.ts';
import { loadChunks, type ClaimedDocument } from '../claimed-document.ts';
import { registerModel } from '../../../search-index/vectors/embedding-models.ts';
import type { Transition } from './transition.ts';
import { createTransitionWriter, type TransitionWriter } from './transition-writer.ts';
import { writeOutput } from './write-output.ts';

let database: Database;
let writer: TransitionWriter;
let modelId: string;
let organizationId: string;
let datasetId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  modelId = (await registerModel(database, { model: 'test' })).id;
  writer = createTransitionWriter(database, () => modelId);
  [organizationId, datasetId] = [randomUUID(), randomUUID()];
  await database.query(`INSERT INTO organizations (id, name) VALUES ($1, 'Readers')`, [
    organizationId,
  ]);
  await database.query(
    `INSERT INTO datasets (id, organization_id, name) VALUES ($1, $2, 'Library')`,
    [datasetId, organizationId],
  );
});
afterAll(() => database.close());

async function createDocuments(count: number): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `INSERT INTO documents (organization_id, dataset_id, path, folder, name, sort_name, size)
     SELECT $1, $2, path, '', path, path, 1 FROM (SELECT gen_random_uuid()::text AS path FROM generate_series(1, $3)) p
     RETURNING id`,
    [organizationId, datasetId, count],
  );
  return rows.map(({ id }) => id);
}

async function claim(ids: string[]): Promise<ClaimedDocument[]> {
  return claimDocuments(database, organizationId, ids);
}

function partitioned({ id, attempt }: ClaimedDocument, text = 'Text.'): Transition {
  return {
    organizationId,
    documentId: id,
    attempt,
    from: 'ingested',
    to: 'partitioned',
    blocks: [{ kind: 'paragraph', text }],
  };
}

const embedded = ({ id, attempt }: ClaimedDocument, count: number, text: string): Transition => ({
  organizationId,
  documentId: id,
  attempt,
  from: 'ingested',
  to: 'embedded',
  chunks: Array.from({ length: count }, (_, number) => ({ text: `${text} ${number}` })),
  vectors: Array.from({ length: count }, () => Buffer.from(text)),
});

/** Claims a document of which a worker wrote 700 chunks before it crashed. */
async function claimAfterCrash() {
  const ids = await createDocuments(1);
  const [late] = await claim(ids);
  if (late === undefined) throw new Error('Nothing was claimed');
  await writeOutput(database, embedded(late, 700, 'Late'), 250, modelId);
  const [current] = await claim(ids);
  if (current === undefined) throw new Error('Nothing was claimed');
  return { late, current };
}

async function stored(id: string) {
  const [row] = await database.query(
    `SELECT d.status, d.error, b.blocks FROM documents d LEFT JOIN document_blocks b ON b.document_id = d.id
     WHERE d.id = $1`,
    [id],
  );
  return row;
}

describe('a transition', () => {
  test('is written once, with the output of the stage', async () => {
    const [document] = await claim(await createDocuments(1));
    if (document === undefined) throw new Error('Nothing was claimed');
    expect(await writer.write(partitioned(document))).toBe(true);
    expect(await writer.write(partitioned(document, 'Again.'))).toBe(false);
    expect(await stored(document.id)).toEqual({
      status: 'partitioned',
      error: null,
      blocks: [{ kind: 'paragraph', text: 'Text.' }],
    });
  });

  test('of a document that another worker has claimed writes nothing', async () => {
    const ids = await createDocuments(1);
    const [late] = await claim(ids);
    const [current] = await claim(ids);
    if (late === undefined || current === undefined) throw new Error('Nothing was claimed');
    expect(await writer.write(partitioned(late, 'Late.'))).toBe(false);
    expect(await stored(late.id)).toEqual({ status: 'ingested', error: null, blocks: null });
    expect(await writer.write(partitioned(current))).toBe(true);
  });

  test('that the database refuses does not stop others in the same transaction', async () => {
    const [good, bad, other] = await claim(await createDocuments(3));
    if (good === undefined || bad === undefined || other === undefined) throw new Error('Too few');
    const results = await Promise.allSettled([
      writer.write(partitioned(good)),
      writer.write(partitioned(bad, 'NUL \u0000')),
      writer.write(partitioned(other)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored(good.id)).toMatchObject({ status: 'partitioned' });
    expect(await stored(bad.id)).toMatchObject({ status: 'ingested' });
  });

  test('keeps the counts of the dataset correct', async () => {
    const documents = await claim(await createDocuments(100));
    await Promise.all(documents.map((document) => writer.write(partitioned(document))));
    const [counts] = await database.query(
      `SELECT c.ingested, c.partitioned,
         (SELECT count(*) FROM documents WHERE dataset_id = $1 AND status = 'ingested') AS really_ingested,
         (SELECT count(*) FROM documents WHERE dataset_id = $1 AND status = 'partitioned') AS really_partitioned
       FROM dataset_counts c WHERE c.dataset_id = $1`,
      [datasetId],
    );
    expect(counts).toMatchObject({ ingested: 1, really_ingested: 1 });
    expect(counts).toMatchObject({ partitioned: 104, really_partitioned: 104 });
  });

  test('with more output than fits into one statement is written in pieces, and overwrites what an earlier worker left', async () => {
    const { late, current } = await claimAfterCrash();
    expect(await writer.write(embedded(late, 800, 'Late'))).toBe(false);
    expect(await writer.write(embedded(current, 600, 'Soon'))).toBe(true);
    const rows = await database.query<{ number: number; text: string; vector: Uint8Array }>(
      `SELECT number, text, vector FROM chunks LEFT JOIN chunk_vectors USING (organization_id, document_id, number)
       WHERE document_id = $1 ORDER BY number`,
      [current.id],
    );
    expect(rows.map(({ text }) => text)).toEqual(
      Array.from({ length: 600 }, (_, number) => `Soon ${number}`),
    );
    expect(new Set(rows.map(({ vector }) => Buffer.from(vector).toString()))).toEqual(
      new Set(['Soon']),
    );
    expect(await stored(current.id)).toMatchObject({ status: 'embedded' });
    expect(await segments(current.id)).toEqual([
      { first: 0, count: 250 },
      { first: 250, count: 250 },
      { first: 500, count: 100 },
    ]);
  });

  test('with less output than an earlier worker left deletes the rest', async () => {
    const { current } = await claimAfterCrash();
    expect(await writer.write(embedded(current, 2, 'Soon'))).toBe(true);
    expect(await loadChunks(database, current)).toEqual([{ text: 'Soon 0' }, { text: 'Soon 1' }]);
    expect(await segments(current.id)).toEqual([{ first: 0, count: 2 }]);
  });
});

const segments = (id: string) =>
  database.query<{ first: number; count: number }>(
    'SELECT first, count FROM vector_segments WHERE document_id = $1 ORDER BY first',
    [id],
  );

async function models(dataset: string) {
  return database.query<{ model_id: string; active: boolean; complete: boolean; version: number }>(
    `SELECT model_id, active, complete, version FROM dataset_models
     WHERE dataset_id = $1 ORDER BY active DESC`,
    [dataset],
  );
}

const embedOne = async (by: TransitionWriter, chunks = 1) => {
  const [document] = await claim(await createDocuments(1));
  if (document === undefined) throw new Error('Nothing was claimed');
  expect(await by.write(embedded(document, chunks, 'Text'))).toBe(true);
  return document.id;
};

describe('the vectors of a dataset', () => {
  beforeEach(async () => {
    datasetId = randomUUID();
    await database.query(
      `INSERT INTO datasets (id, organization_id, name) VALUES ($1, $2, 'Library')`,
      [datasetId, organizationId],
    );
  });

  test('are complete and in use from the first document on, and each change has the next version', async () => {
    const [first, second] = [await embedOne(writer), await embedOne(writer, 3)];
    const [model] = await models(datasetId);
    expect(model).toMatchObject({ model_id: modelId, active: true, complete: true });
    const rows = await database.query(
      'SELECT document_id, version, count FROM vector_segments WHERE dataset_id = $1 ORDER BY version',
      [datasetId],
    );
    expect(rows).toEqual([
      { document_id: first, version: (model?.version ?? 0) - 1, count: 1 },
      { document_id: second, version: model?.version, count: 3 },
    ]);
    await database.query('DELETE FROM chunks WHERE document_id = $1', [second]);
    expect(await segments(second)).toEqual([]);
  });

  test('are incomplete as soon as a document has none, or those of another model', async () => {
    await embedOne(writer);
    const [document] = await claim(await createDocuments(1));
    if (document === undefined) throw new Error('Nothing was claimed');
    const { vectors: _, ...withoutVectors } = embedded(document, 1, 'Text');
    // The model became ready after the document was processed without one.
    expect(await writer.write(withoutVectors)).toBe(true);
    expect(await models(datasetId)).toMatchObject([{ complete: false, active: true }]);

    const other = (await registerModel(database, { model: 'other' })).id;
    await embedOne(createTransitionWriter(database, () => other));
    expect(await models(datasetId)).toMatchObject([
      { model_id: modelId, active: true, complete: false },
      { model_id: other, active: false, complete: false },
    ]);
  });

  test.each([
    ['in one statement', 3],
    ['in pieces', 600],
  ])('keeps where its chunks are, %s', async (_, count) => {
    const [document] = await claim(await createDocuments(1));
    if (document === undefined) throw new Error('Nothing was claimed');
    const trails = [
      [],
      ['A "quoted", {braced} heading', 'back\\slash', 'NULL', '', ' spaces '],
      ['Ünïcode 😀'],
    ];
    const chunks = Array.from({ length: count }, (__, number) => ({
      text: `Text ${number}`,
      start: number * 10,
      end: number * 10 + 7,
      ...(number % 2 === 0 ? {} : { pageFirst: number, pageLast: number + 1 }),
      headings: trails[number % 3] ?? [],
    }));
    const transition = { ...embedded(document, 0, ''), to: 'chunked' as const, chunks };
    expect(await writer.write(transition)).toBe(true);
    expect(await loadChunks(database, document)).toEqual(chunks);
  });

  test('of chunks without a position keeps them without one', async () => {
    const [document] = await claim(await createDocuments(1));
    if (document === undefined) throw new Error('Nothing was claimed');
    await writer.write(embedded(document, 1, 'Text'));
    expect(await loadChunks(database, document)).toEqual([{ text: 'Text 0' }]);
  });
});
