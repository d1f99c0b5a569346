import type { SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createChunkFixture,
  PARAGRAPHS,
  type ChunkFixture,
} from '@carrel/testing/chunk-fixture.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let chunks: ChunkFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
  chunks = await createChunkFixture(first);
});
afterAll(() => first.close());

interface Stored {
  number: number;
  text: string;
  vectors: number;
  /** Of the segments that have its number. */
  segments: number;
}

const stored = () =>
  chunks.fixture.server.dependencies.database.query<Stored>(
    `SELECT c.number, c.text, (SELECT count(*) FROM chunk_vectors v
         WHERE v.document_id = c.document_id AND v.number = c.number) AS vectors,
       (SELECT count(*) FROM vector_segments s WHERE s.document_id = c.document_id
         AND c.number >= s.first AND c.number < s.first + s.count) AS segments
     FROM chunks c WHERE c.document_id = $1 ORDER BY c.number`,
    [chunks.documentId],
  );

const best = async (query: string) => {
  const response = await chunks.fixture.call(
    'POST',
    `/datasets/${chunks.fixture.datasetId}/search`,
    { query, mode: 'meaning' },
  );
  const { results, mode } = (await response.json()) as SearchResponse;
  return { mode, text: results[0]?.text };
};

const isWhole = (rows: readonly Stored[]) =>
  rows.every(({ vectors, segments }) => vectors === rows[0]?.vectors && segments === vectors);

test('vectors move with the numbers of their chunks, and those of changed chunks are made again', async () => {
  const before = await stored();
  if (before[0]?.vectors === 0) return;
  expect(isWhole(before)).toBe(true);
  await chunks.changed('POST', '/0/split', { at: 17 });
  await chunks.patch(2, { text: 'Violins and cellos play a quiet serenade.' });
  await expect.poll(async () => isWhole(await stored()), { timeout: 20_000 }).toBe(true);
  expect(await best('Gamma filters are changed once in a year')).toEqual({
    mode: 'meaning',
    text: PARAGRAPHS[2],
  });
  expect(await best('Violins and cellos play a serenade')).toMatchObject({
    text: 'Violins and cellos play a quiet serenade.',
  });
  await chunks.changed('POST', '/0/restore');
  await expect.poll(async () => isWhole(await stored()), { timeout: 20_000 }).toBe(true);
  expect((await stored()).map(({ number }) => number)).toEqual([0, 1, 2]);
  await chunks.patch(2, { off: true });
  expect((await best('Gamma filters are changed once in a year')).text).not.toBe(PARAGRAPHS[2]);
});
