import { documentListSchema, failureReasonsSchema } from '@carrel/shared/contract';
import { parse } from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let fixture: PipelineFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  fixture = await first.withNewDataset();
  await fixture.uploadFiles({ 'a.txt': 'One.', 'b.txt': 'Two.', 'c.txt': 'Three.' });
  await fixture.server.database.query(
    `UPDATE documents SET status = 'embedding_error', error = CASE path
       WHEN 'a.txt' THEN 'Page 3 of 1,200 is broken.'
       WHEN 'b.txt' THEN 'Page 12 of 40 is broken.'
       ELSE 'The model is away.' END
     WHERE dataset_id = $1`,
    [fixture.datasetId],
  );
});
afterAll(() => first.close());

async function namesOf(query: Record<string, string>) {
  const path = `/datasets/${fixture.datasetId}/documents?${new URLSearchParams(query).toString()}`;
  const list = parse(documentListSchema, await (await fixture.call('GET', path)).json());
  expect(list.pagination.total_count).toBe(list.documents.length);
  return list.documents.map((document) => document.path);
}

test('reasons that differ in numbers only are one, which has one of their sentences', async () => {
  const path = `/datasets/${fixture.datasetId}/documents/failure-reasons`;
  const { reasons } = parse(failureReasonsSchema, await (await fixture.call('GET', path)).json());
  expect(reasons).toEqual([
    { reason: 'Page 12 of 40 is broken.', documents: 2, retryable: true },
    { reason: 'The model is away.', documents: 1, retryable: true },
  ]);
});

test('documents are listed, retried and deleted by a reason with any numbers', async () => {
  const reason = 'Page 1 of 2 is broken.';
  expect(await namesOf({ status: 'embedding_error', reason })).toEqual(['a.txt', 'b.txt']);
  const base = `/datasets/${fixture.datasetId}/documents`;
  const deleted = await fixture.call('POST', `${base}/delete`, { failed: true, reason });
  expect(await deleted.json()).toMatchObject({ deleted: 2 });
  const retried = await fixture.call('POST', `${base}/retry`, {
    all_failed: true,
    reason: 'The model is away.',
  });
  expect(await retried.json()).toMatchObject({ retried: 1 });
});

test('words are found in any case of their letters', async () => {
  await fixture.server.database.query(
    `UPDATE documents SET path = 'Ärger.txt' WHERE dataset_id = $1 AND path = 'c.txt'`,
    [fixture.datasetId],
  );
  expect(await namesOf({ words: 'äRGER' })).toEqual(['Ärger.txt']);
});

test('documents are found by words of their names and reasons', async () => {
  expect(await namesOf({ words: 'MODEL c.txt' })).toEqual(['c.txt']);
  expect(await namesOf({ words: ' broken ' })).toEqual(['a.txt', 'b.txt']);
  expect(await namesOf({ words: 'model b.txt' })).toEqual([]);
  expect(await namesOf({ words: '%' })).toEqual([]);
});
