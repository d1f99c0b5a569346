import { randomUUID } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { buildPart } from '../segments/part.ts';
import { mergeSegments, type MergedSegment } from '../segments/merge-segments.ts';
import { IndexReader } from './index-reader.ts';
import { rankWords } from './rank-words.ts';
import type { Loaded, WordResults, WordSearch } from './word-messages.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const attempt = randomUUID();

const partsOf = (...texts: string[]) =>
  texts.map((text, number) => ({
    documentId: id(number),
    attempt,
    part: buildPart({ chunks: [{ text, context: '' }], names: [], folder: '' }, 'english'),
  }));

const segmentOf = (...texts: string[]) =>
  mergeSegments({ parts: partsOf(...texts), segments: [], obsolete: [] });

/** Ranks as the server does: what the reader lacks is loaded, and the search is repeated. */
function rank(
  segments: readonly MergedSegment[],
  query: string,
  { reader = new IndexReader(1e9), ...more }: Partial<WordSearch> & { reader?: IndexReader } = {},
): WordResults {
  const search = {
    query,
    indexes: segments.map((_, number) => ({ segment: String(number) })),
    limit: 10,
    explain: true,
    ...more,
  };
  let loaded: Loaded = { headers: [], blocks: [], parts: [] };
  for (let round = 0; round < 5; round += 1) {
    const open = reader.open(loaded);
    const results = rankWords(open, search);
    if (results !== undefined) return results;
    const of = (segment: string) => {
      const found = segments[Number(segment)];
      if (found === undefined) throw new Error('No such segment');
      return found;
    };
    const { headers, blocks } = open.missing;
    loaded = {
      headers: [
        ...loaded.headers,
        ...headers.map((segment) => ({ segment, bytes: of(segment).header })),
      ],
      blocks: [
        ...loaded.blocks,
        ...blocks.map(({ segment, number }) => ({
          segment,
          number,
          bytes: of(segment).blocks[number] ?? new Uint8Array(),
        })),
      ],
      parts: [],
    };
  }
  throw new Error('The search never had what it needs');
}

const documents = ({ candidates }: WordResults) =>
  candidates.map(({ documentId }) => Number(documentId.slice(-4)));

const scores = ({ candidates }: WordResults) =>
  candidates.map(({ documentId, score }) => [documentId, score]);

describe('ranking', () => {
  const segment = segmentOf(
    'The wing of an aircraft bends.',
    'An aircraft has an engine. The engine turns.',
    'Aircraft, aircraft, aircraft.',
    'Nothing of the kind.',
  );

  test('puts chunks with rarer words first', () => {
    expect(documents(rank([segment], 'aircraft wing'))[0]).toBe(0);
  });

  test('scores by BM25', () => {
    const texts = ['wing', 'wing flap tail', 'flap'];
    const { candidates } = rank([segmentOf(...texts)], 'wing');
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const average = 5 / 3;
    const expected = (length: number) =>
      (idf * 2.2) / (1 + 1.2 * (0.25 + (0.75 * length) / average));
    expect(candidates.map(({ score }) => score)).toEqual([
      expect.closeTo(expected(1), 5),
      expect.closeTo(expected(3), 5),
    ]);
  });

  test('is the same in one segment and in several', () => {
    const texts = ['wing flap', 'wing wing', 'tail', 'flap wing tail', 'rudder'];
    const parts = partsOf(...texts);
    const split = [parts.slice(0, 2), parts.slice(2)].map((some) =>
      mergeSegments({ parts: some, segments: [], obsolete: [] }),
    );
    expect(scores(rank(split, 'wing tail'))).toEqual(
      scores(rank([segmentOf(...texts)], 'wing tail')),
    );
  });

  test('says what each word adds', () => {
    const [first] = rank([segment], 'wing aircraft').candidates;
    expect(first?.words.map(({ word }) => word)).toEqual(['wing', 'aircraft']);
    const sum = first?.words.reduce((total, { weight }) => total + weight, 0) ?? 0;
    expect(sum).toBeCloseTo(first?.score ?? 0, 4);
  });

  test('keeps to the documents that are allowed', () => {
    const results = rank([segment], 'aircraft', { documentIds: [id(2)] });
    expect([documents(results), results.matched]).toEqual([[2], 1]);
  });

  test('reads the index again where the memory has no room for it', () => {
    const reader = new IndexReader(1);
    expect(documents(rank([segment], 'engine', { reader }))).toEqual([1]);
    expect(documents(rank([segment], 'engine', { reader }))).toEqual([1]);
  });

  test('of a query without words finds nothing', () => {
    expect(rank([segment], '… !')).toMatchObject({ candidates: [], words: [], chunks: 4 });
  });
});
