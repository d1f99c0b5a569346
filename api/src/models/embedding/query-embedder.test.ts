import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  FAULTS,
  sendJson,
  startJsonService,
  type JsonService,
} from '@carrel/testing/faults/json-service.ts';
import type { EmbeddingModel } from '../../search-index/vectors/embedding-models.ts';
import { createServiceQueryEmbedder } from './query-embedder.ts';

const MODEL: EmbeddingModel = {
  id: 'a',
  name: 'small',
  requestedDimensions: undefined,
  dimensions: 3,
  queryPrefix: 'query: ',
};

const well = sendJson({ data: [{ index: 0, embedding: [1, 2, 3] }] });

let service: JsonService;
beforeEach(async () => {
  service = await startJsonService(well);
});
afterEach(() => service.close());

const createOne = () => createServiceQueryEmbedder({ url: service.url, apiKey: 'secret' });

describe('a query', () => {
  test('is embedded with its prefix, by the model that it is compared with', async () => {
    const embed = createOne();
    expect(await embed('Where?', MODEL)).toEqual({ vector: Float32Array.of(1, 2, 3) });
    service.respond = sendJson({ data: [{ embedding: [1, 2] }] });
    const other = { ...MODEL, id: 'b', name: 'large', requestedDimensions: 2, dimensions: 2 };
    expect(await embed('Where?', { ...other, queryPrefix: '' })).toEqual({
      vector: Float32Array.of(1, 2),
    });
    expect(service.received).toMatchObject([
      {
        url: '/v1/embeddings',
        authorization: 'Bearer secret',
        body: { model: 'small', input: ['query: Where?'], encoding_format: 'float' },
      },
      { body: { model: 'large', input: ['Where?'], dimensions: 2 } },
    ]);
    expect(service.received[0]?.body).not.toHaveProperty('dimensions');
  });

  test('is embedded once, however often it is searched for', async () => {
    const embed = createOne();
    await Promise.all([embed('Where?', MODEL), embed('Where?', MODEL)]);
    await embed('Where?', MODEL);
    expect(service.received).toHaveLength(1);
    for (let number = 0; number < 500; number += 1) await embed(`Question ${number}`, MODEL);
    await embed('Where?', MODEL);
    expect(service.received).toHaveLength(502);
  });
});

describe('without a vector, a search has a sentence, if the service', () => {
  test.each(Object.keys(FAULTS))('%s', async (fault) => {
    const respond = FAULTS[fault];
    if (respond !== undefined) service.respond = respond;
    const embed = createOne();
    const [first, second] = [await embed('Where?', MODEL), await embed('Who?', MODEL)];
    expect(first).toEqual({
      unavailable: expect.stringMatching(/^The embedding service .+\.$/) as string,
    });
    // The second search does not wait: the service is known to be away.
    expect(second).toEqual(first);
    expect(service.received).toHaveLength(1);
  });

  test.each([
    ['gives a vector of another length', { data: [{ embedding: [1, 2] }] }, 'different lengths'],
    ['gives no vector', { data: [] }, 'too few or too many'],
    ['gives no numbers', { data: [{ embedding: ['a'] }] }, 'returned an invalid response'],
  ])('%s', async (_, body, words) => {
    service.respond = sendJson(body);
    const result = await createOne()('Where?', MODEL);
    expect('unavailable' in result && result.unavailable).toContain(words);
  });

  test('redirects, which is not followed', async () => {
    const other = await startJsonService(well);
    service.respond = (response) => response.writeHead(307, { Location: other.url }).end();
    expect(await createOne()('A secret.', MODEL)).toEqual({
      unavailable: expect.stringContaining('set EMBEDDINGS_URL') as string,
    });
    expect(other.received).toEqual([]);
    other.close();
  });
});

test('a refused query does not keep the next one from the service', async () => {
  const embed = createOne();
  service.respond = sendJson({}, 400);
  expect(await embed('Too long', MODEL)).toHaveProperty('unavailable');
  service.respond = well;
  expect(await embed('Short', MODEL)).toHaveProperty('vector');
});
