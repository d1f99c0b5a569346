import type { DatasetVectors, Model } from '@carrel/shared/contract/organization';
import { describe, expect, test } from 'vitest';

import {
  answeredText,
  loadingText,
  placeText,
  unavailableText,
  vectorsText,
} from './model-labels.ts';

const MODEL: Model = {
  name: 'small',
  runs: 'here',
  host: null,
  dimensions: 384,
  state: 'ready',
  loaded: null,
  reason: null,
  since: null,
  next_try: null,
  texts_per_second: null,
};
const DATASET: DatasetVectors = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Library',
  chunks: 34_683,
  vectors: 11_206,
  waiting: 0,
  state: 'building',
  seconds_left: null,
};
const MB = 1024 ** 2;
/** An instant of this day in the reader's time zone. */
const at = (day: number, hours: number, minutes: number) =>
  new Date(2026, 10, day, hours, minutes).toISOString();
const NOW = new Date(2026, 10, 28, 15, 0).getTime();

describe('a model', () => {
  test.each<[Partial<Model>, string]>([
    [{}, 'In this server · 384 dimensions'],
    [{ texts_per_second: 42.73 }, 'In this server · 384 dimensions · 43 texts a second'],
    [{ runs: 'service', host: 'api.example.com:8443', dimensions: null }, 'api.example.com:8443'],
    [
      { texts_per_second: 0.256, dimensions: 1 },
      'In this server · 1 dimension · 0.26 texts a second',
    ],
  ])('%o runs in a place: %s', (overrides, text) => {
    expect(placeText({ ...MODEL, ...overrides })).toBe(text);
  });

  test.each<[Model['loaded'], string]>([
    [{ bytes: 12 * MB, total: 34 * MB }, 'Loading 12 of 34 MB'],
    [{ bytes: 500 * 1024, total: 34 * MB }, 'Loading 500 KB of 34 MB'],
    [{ bytes: 12 * MB, total: null }, 'Loading, 12 MB so far'],
    [null, 'Loading'],
  ])('that is loaded says how far it is: %o', (loaded, text) => {
    expect(loadingText({ loaded })).toBe(text);
  });

  test('that is away says since when, why, and when it is tried next', () => {
    expect(
      unavailableText(
        { since: at(28, 14, 3), reason: 'The service took too long.', next_try: at(28, 14, 4) },
        NOW,
      ),
    ).toBe('Unavailable since 2:03 PM: The service took too long. Next try at 2:04 PM.');
    expect(unavailableText({ since: at(27, 14, 3), reason: null, next_try: null }, NOW)).toBe(
      'Unavailable since 2:03 PM on Nov 27, 2026.',
    );
    expect(unavailableText({ since: null, reason: 'It is away.', next_try: null }, NOW)).toBe(
      'Unavailable: It is away.',
    );
  });

  test.each([
    [0.2, 'Answered in 1 ms'],
    [12.4, 'Answered in 12 ms'],
    [1234.5, 'Answered in 1,235 ms'],
  ])('that answers in %d ms', (milliseconds, text) => {
    expect(answeredText(milliseconds)).toBe(text);
  });
});

describe('a dataset', () => {
  test.each<[Partial<DatasetVectors>, string]>([
    [{}, '11,206 of 34,683 chunks have vectors'],
    [{ seconds_left: 1174 }, '11,206 of 34,683 chunks have vectors · about 20 min left'],
    [{ chunks: 2, vectors: 2, state: 'ready' }, '2 chunks have vectors'],
    [{ chunks: 1, vectors: 1, state: 'ready' }, '1 chunk has a vector'],
    [{ chunks: 2, vectors: 2, waiting: 1 }, '2 chunks have vectors · 1 document waiting'],
    [{ chunks: 0, vectors: 0, waiting: 1200 }, '1,200 documents waiting'],
    [{ chunks: null, vectors: null }, 'Counting its chunks'],
    [{ chunks: null, vectors: null, state: 'ready' }, 'All chunks have vectors'],
    [{ chunks: null, vectors: null, state: 'none' }, 'Nothing to embed yet'],
  ])('%o says how much of it has vectors: %s', (overrides, text) => {
    expect(vectorsText({ ...DATASET, ...overrides })).toBe(text);
  });
});
