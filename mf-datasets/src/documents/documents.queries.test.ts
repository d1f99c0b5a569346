import { makeStatusCounts } from '@carrel/shared/testing';
import { expect, test } from 'vitest';

import { anyInProgress, refreshInterval } from '../data/documents.queries.ts';

test.each([
  [{}, false],
  [{ embedded: 5, chunking_error: 1, partitioning_error: 1, embedding_error: 1 }, false],
  [{ embedded: 5, ingested: 1 }, true],
  [{ partitioned: 1 }, true],
  [{ chunked: 1 }, true],
])('with %j documents some are in progress: %s', (counts, expected) => {
  expect(anyInProgress(makeStatusCounts(counts))).toBe(expected);
});

test.each([
  ['documents are in progress', { inProgress: true, arrivedAt: null }, 1000],
  ['an upload has just arrived', { inProgress: false, arrivedAt: 999_000 }, 1000],
  ['an upload arrived over a minute ago', { inProgress: false, arrivedAt: 940_000 }, false],
  ['everything has ended', { inProgress: false, arrivedAt: null }, false],
])('when %s the next request is in: %s', (_, polling, expected) => {
  expect(refreshInterval({ live: false, ...polling }, 1_000_000)).toBe(expected);
});

test('a dataset with a stream is not polled', () => {
  expect(refreshInterval({ live: true, inProgress: true, arrivedAt: 999_000 }, 1_000_000)).toBe(
    false,
  );
});
