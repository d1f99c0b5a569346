import { expect, test } from 'vitest';

import { createMetrics } from '../../platform/http/metrics/metrics.ts';
import type { ModelStatus } from '../../platform/model-status.ts';
import { modelGauges } from './model-gauges.ts';
import { parseMetrics } from './parse-metrics.ts';
import { describeStatus, readStatus } from './server-status.ts';

const READY: ModelStatus = {
  name: 'small',
  runs: 'here',
  host: undefined,
  dimensions: 384,
  state: 'ready',
  loaded: undefined,
  reason: undefined,
  since: undefined,
  nextTry: undefined,
  textsPerSecond: 42,
};

const source = (status: Partial<ModelStatus>) => ({
  status: () => ({ ...READY, ...status }),
  test: () => Promise.resolve(1),
});

test('the status has a line for each model, which says why one is unavailable', () => {
  const gauges = modelGauges({
    embeddings: source({}),
    rerank: source({ name: 'owner/"big"', state: 'unavailable', reason: 'The disk is full.' }),
    chat: undefined,
  });
  const samples = parseMetrics(createMetrics().render(gauges));
  const text = describeStatus(
    readStatus('http://localhost:3000', { isUp: true, isReady: true }, samples),
  );
  expect(text).toMatch(/^  Embedding model +small, ready$/m);
  expect(text).toMatch(/^! Reranking model +owner\/'big', unavailable: The disk is full\.$/m);
  expect(text).not.toContain('Chat model');
});

test('the bytes of a model that is loaded, and how fast it embeds, are metrics', () => {
  const loading = source({ state: 'loading', loaded: { bytes: 5, total: 10 } });
  const samples = parseMetrics(
    createMetrics().render(
      modelGauges({ embeddings: loading, rerank: undefined, chat: undefined }),
    ),
  );
  const valueOf = (name: string) => samples.find((sample) => sample.name === name)?.value;
  expect(valueOf('carrel_model_ready')).toBe(0);
  expect(valueOf('carrel_model_loaded_bytes')).toBe(5);
  expect(valueOf('carrel_model_texts_per_second')).toBe(42);
});
