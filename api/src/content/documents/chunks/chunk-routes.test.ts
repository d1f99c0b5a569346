import type { SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  createChunkFixture,
  FRUITS,
  PARAGRAPHS,
  TEXT,
  type ChunkFixture,
} from '@carrel/testing/chunk-fixture.ts';
import { repeatedCall } from '@carrel/testing/repeated-call.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';

let first: PipelineFixture;
let chunks: ChunkFixture;

beforeAll(async () => {
  first = await createPipelineFixture();
});
beforeEach(async () => {
  chunks = await createChunkFixture(first);
});
afterAll(() => first.close());

test('a list of chunks that nobody changed has nothing else', async () => {
  const response = await chunks.fixture.call(
    'GET',
    `/datasets/${chunks.fixture.datasetId}/documents/${chunks.documentId}/chunks`,
  );
  const body = (await response.json()) as { chunks: object[] };
  expect(Object.keys(body.chunks[0] ?? {}).toSorted()).toEqual(
    [
      'number',
      'text',
      'rendered',
      'page_first',
      'page_last',
      'headings',
      'confidence',
      'start',
      'end',
    ].toSorted(),
  );
  expect(await chunks.texts()).toEqual(PARAGRAPHS);
});

describe('a chunk', () => {
  test('that is edited is found by its new words at once, and not by its old ones', async () => {
    expect(await chunks.found('pumps')).toEqual([PARAGRAPHS[0]]);
    const { etag } = await chunks.chunk(0);
    const done = await chunks.changed('PATCH', '/0', { text: 'Omega engines need oil.' }, etag);
    expect(done).toMatchObject({
      number: 0,
      removed: 1,
      total: 3,
      chunks: [
        {
          text: 'Omega engines need oil.',
          change: {
            kinds: ['edited'],
            original: PARAGRAPHS[0],
            changed_by: { name: expect.any(String) as string },
          },
        },
      ],
    });
    expect(await chunks.found('pumps')).toEqual([]);
    expect(await chunks.found('engines')).toEqual(['Omega engines need oil.']);
  });

  test('that is switched off is in no search, also by the name of its document, and in none as a neighbour', async () => {
    await chunks.patch(1, { off: true });
    expect(await chunks.found('valves')).toEqual([]);
    expect(await chunks.found('a.txt')).not.toContain(PARAGRAPHS[1]);
    const response = await chunks.fixture.call(
      'POST',
      `/datasets/${chunks.fixture.datasetId}/search`,
      {
        query: 'pumps',
        neighbours: 2,
      },
    );
    const { results } = (await response.json()) as SearchResponse;
    expect(results[0]?.after.map(({ text }) => text)).toEqual([PARAGRAPHS[2]]);
    expect(await chunks.chunk(1)).toMatchObject({ off: true, change: { kinds: ['off'] } });
    await chunks.patch(1, { off: false });
    expect(await chunks.found('valves')).toEqual([PARAGRAPHS[1]]);
    expect(await chunks.changes()).toEqual([]);
  });

  test('is found by keywords and questions, which are not its text', async () => {
    await chunks.patch(2, {
      keywords: ['sieve', ' sieve '],
      questions: ['When is the strainer due?'],
    });
    expect(await chunks.found('sieve')).toEqual([PARAGRAPHS[2]]);
    expect(await chunks.found('strainer')).toEqual([PARAGRAPHS[2]]);
    expect(await chunks.chunk(2)).toMatchObject({
      text: PARAGRAPHS[2],
      change: { keywords: ['sieve'], questions: ['When is the strainer due?'] },
    });
  });

  test('is split, joined and restored', async () => {
    const at = (PARAGRAPHS[1] ?? '').indexOf('by the');
    await chunks.changed('POST', '/1/split', { at });
    expect(await chunks.texts()).toEqual([
      PARAGRAPHS[0],
      'Beta valves are closed at night',
      'by the people of the station.',
      PARAGRAPHS[2],
    ]);
    expect(await chunks.found('gamma')).toEqual([PARAGRAPHS[2]]);
    expect((await chunks.chunk(2)).start).toBe(TEXT.indexOf('by the people'));
    const next = (await chunks.chunk(2)).etag;
    await chunks.changed('POST', '/1/join', { next });
    expect(await chunks.texts()).toEqual(PARAGRAPHS);
    expect(await chunks.changes()).toEqual([]);

    await chunks.changed('POST', '/0/join', { next: (await chunks.chunk(1)).etag });
    expect(await chunks.texts()).toEqual([`${PARAGRAPHS[0]}\n\n${PARAGRAPHS[1]}`, PARAGRAPHS[2]]);
    expect((await chunks.chunk(0)).change?.kinds).toEqual(['joined']);
    await chunks.changed('POST', '/0/restore');
    expect(await chunks.texts()).toEqual(PARAGRAPHS);
    expect(await chunks.changes()).toEqual([]);
  });

  test('that somebody else changed is not written over', async () => {
    const seen = await chunks.chunk(0);
    await chunks.changed('PATCH', '/0', { text: 'Theirs.' }, seen.etag);
    const refused = await chunks.send('PATCH', '/0', { text: 'Mine.' }, seen.etag);
    expect(refused.status).toBe(412);
    expect(refused.headers.get('ETag')).toBe(`"${(await chunks.chunk(0)).etag}"`);
    expect((await chunks.chunk(0)).text).toBe('Theirs.');
  });

  test('is split once where the request is repeated', async () => {
    const { etag } = await chunks.chunk(0);
    const { fixture, documentId } = chunks;
    const path = `/datasets/${fixture.datasetId}/documents/${documentId}/chunks/0/split?etag=${etag ?? ''}`;
    const [done, again] = await repeatedCall(fixture, path, { at: 20 });
    expect([done.status, again.status]).toEqual([200, 200]);
    expect(await again.json()).toEqual(await done.json());
    expect((await chunks.list()).chunks).toHaveLength(PARAGRAPHS.length + 1);
  });

  test('is the one that was seen, where others were split before it', async () => {
    const seen = await chunks.chunk(2);
    await chunks.changed('POST', '/0/split', { at: 20 });
    await chunks.changed('PATCH', '/2', { off: true }, seen.etag);
    expect((await chunks.list()).chunks.map(({ off }) => off === true)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('is changed by several people at a time, and nothing is lost', async () => {
    const responses = await Promise.all(
      [0, 1].map((number) => chunks.send('PATCH', `/${number}`, { keywords: [FRUITS[number]] })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    for (const number of [0, 1]) {
      expect(await chunks.found(FRUITS[number] ?? '')).toEqual([PARAGRAPHS[number]]);
    }
  });

  test.each([
    ['nothing', { text: '  \n ' }, /needs a text/],
    ['a million characters', { text: 'é'.repeat(1_000_000) }, /at most 100,000 characters/],
    ['no change', {}, /Send what to change/],
    [
      'too many keywords',
      { keywords: Array.from({ length: 51 }, (_, at) => `k${at}`) },
      /at most 50/,
    ],
    ['a long question', { questions: ['x'.repeat(501)] }, /at most 500 characters/],
  ])('is not changed to %s', async (_, body, sentence) => {
    const response = await chunks.send('PATCH', '/0', body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(sentence) as string,
    });
    expect(await chunks.texts()).toEqual(PARAGRAPHS);
  });
});
