import type { Models } from '@carrel/shared/contract/organization';
import { expect, test } from 'vitest';

import { refreshInterval } from './models.queries.ts';

const model: NonNullable<Models['embeddings']> = {
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
const dataset: Models['datasets'][number] = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Library',
  chunks: 2,
  vectors: 2,
  waiting: 0,
  state: 'ready',
  seconds_left: null,
};
const quiet: Models = { embeddings: model, rerank: null, chat: null, datasets: [dataset] };

test.each<[string, Models[], number | false]>([
  ['nothing changes', [quiet], false],
  ['a model is loaded', [{ ...quiet, rerank: { ...model, state: 'loading' } }], 5000],
  ['a model is away', [{ ...quiet, chat: { ...model, state: 'unavailable' } }], 5000],
  [
    'a dataset of two pages is embedded',
    [quiet, { ...quiet, datasets: [{ ...dataset, state: 'building' }] }],
    10_000,
  ],
])('the models are read again while they change: %s', (_, pages, interval) => {
  expect(refreshInterval(pages)).toBe(interval);
});
