import { makeStatusCounts } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { anyInWork, refreshInterval } from '../data/documents.queries.ts';

test.each([
  [{}, false],
  [{ embedded: 5, chunking_error: 1, partitioning_error: 1, embedding_error: 1 }, false],
  [{ embedded: 5, ingested: 1 }, true],
  [{ partitioned: 1 }, true],
  [{ chunked: 1 }, true],
])('with %j documents some are in work: %s', (counts, expected) => {
  expect(anyInWork(makeStatusCounts(counts))).toBe(expected);
});

test.each([
  ['documents are in work', { inWork: true, arrivedAt: null }, 1000],
  ['an upload has just arrived', { inWork: false, arrivedAt: 999_000 }, 1000],
  ['an upload arrived over a minute ago', { inWork: false, arrivedAt: 940_000 }, false],
  ['everything has ended', { inWork: false, arrivedAt: null }, false],
])('when %s the next request is in: %s', (_, polling, expected) => {
  expect(refreshInterval({ live: false, ...polling }, 1_000_000)).toBe(expected);
});

test('a dataset with a stream is not polled', () => {
  expect(refreshInterval({ live: true, inWork: true, arrivedAt: 999_000 }, 1_000_000)).toBe(false);
});
