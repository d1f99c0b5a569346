import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  sendJson,
  startJsonService,
  type JsonService,
} from '@carrel/testing/faults/json-service.ts';
import { sendEnd, sendParts, startChatService } from '@carrel/testing/faults/chat-service.ts';
import { chatServiceSource } from './chat/chat-service.ts';
import { createEmbeddingService, embeddingServiceSource } from './embedding/embedding-service.ts';
import { createServiceQueryEmbedder } from './embedding/query-embedder.ts';
import { rerankServiceSource } from './embedding/reranker.ts';
import { serviceStateOf } from './service-state.ts';

const MODEL = {
  id: 'a',
  name: 'small',
  requestedDimensions: undefined,
  dimensions: undefined,
  queryPrefix: '',
};
const well = sendJson({ data: [{ index: 0, embedding: [1, 2, 3] }] });

let service: JsonService;
beforeEach(async () => {
  service = await startJsonService(well);
});
afterEach(() => service.close());

const settingsOf = () => ({
  url: `${service.url}/secret-path/embeddings`,
  model: 'small',
  apiKey: 'secret-key',
  tries: 1,
  waitMilliseconds: 60_000,
});

test('a service is ready until an attempt fails, and again once a test succeeds', async () => {
  const settings = settingsOf();
  const source = embeddingServiceSource(settings);
  const { host } = new URL(service.url);
  expect(source.status()).toEqual({
    name: 'small',
    runs: 'service',
    host,
    dimensions: undefined,
    state: 'ready',
    loaded: undefined,
    reason: undefined,
    since: undefined,
    nextTry: undefined,
    textsPerSecond: undefined,
  });
  let recovered = 0;
  const { embed, close } = createEmbeddingService(settings, {
    state: serviceStateOf(settings),
    onRecovered: () => (recovered += 1),
  });
  await embed(['a text']);
  expect(source.status()).toMatchObject({ state: 'ready', dimensions: 3 });
  expect(source.status().textsPerSecond).toBeGreaterThan(0);

  service.respond = sendJson({}, 401);
  await expect(embed(['another'])).rejects.toThrow('status 401');
  const status = source.status();
  expect(status).toMatchObject({ state: 'unavailable', since: expect.any(Date) });
  expect(status.reason).toContain('The operator can check its address, model and key.');
  expect(status.nextTry?.getTime()).toBeGreaterThan(Date.now());
  expect(JSON.stringify(status)).not.toContain('secret');

  await expect(source.test()).rejects.toThrow('status 401');
  service.respond = well;
  expect(await source.test()).toBeGreaterThan(0);
  expect(source.status()).toMatchObject({ state: 'ready', reason: undefined, nextTry: undefined });
  // Nothing waits for the next try.
  expect(recovered).toBe(1);
  expect(await embed(['a third'])).toHaveLength(1);
  close();
});

test('a service is unavailable while queries or documents fail', async () => {
  const settings = settingsOf();
  const source = embeddingServiceSource(settings);
  const embedQuery = createServiceQueryEmbedder(settings);
  const { embed, close } = createEmbeddingService(settings, { state: serviceStateOf(settings) });
  service.respond = sendJson({}, 503);
  await embedQuery('Where?', MODEL);
  service.respond = well;
  await embed(['a text']);
  expect(source.status()).toMatchObject({
    state: 'unavailable',
    reason: 'The embedding service is not available (status 503).',
  });
  await source.test();
  expect(await embedQuery('Where?', MODEL)).toHaveProperty('vector');
  expect(source.status().state).toBe('ready');
  close();
});

test('a reranking service is tested by a query and two texts', async () => {
  service.respond = sendJson({
    results: [
      { index: 1, relevance_score: 1 },
      { index: 0, relevance_score: 0 },
    ],
  });
  const source = rerankServiceSource({ url: service.url, model: undefined, apiKey: undefined });
  expect(source.status()).toMatchObject({ name: new URL(service.url).host, state: 'ready' });
  service.respond = sendJson({}, 500);
  await expect(source.test()).rejects.toThrow(
    'The reranking service is not available (status 500).',
  );
  expect(source.status().state).toBe('unavailable');
});

test('a chat service is tested by a message of one token', async () => {
  const chat = await startChatService((response) => {
    sendParts(response, ['Hi']);
    sendEnd(response);
  });
  const source = chatServiceSource({ url: chat.url, model: 'small', apiKey: undefined });
  expect(await source.test()).toBeGreaterThan(0);
  expect(source.status()).toMatchObject({ state: 'ready', dimensions: undefined });
  chat.stop();
  await expect(source.test()).rejects.toThrow('could not be reached');
  expect(source.status()).toMatchObject({
    state: 'unavailable',
    reason: 'The answering service could not be reached. Try again in a moment.',
  });
});
