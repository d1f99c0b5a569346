import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  FAULTS,
  sendJson,
  startJsonService,
  type JsonService,
} from '@carrel/testing/faults/json-service.ts';
import { createReranker } from './reranker.ts';

type Texts = string[];
/** The longest text is the best. */
const scoresOf = (texts: Texts) => texts.map(({ length }, index) => ({ index, length }));
const cohere: JsonService['respond'] = (response, body, request) => {
  const results = scoresOf(body['documents'] as Texts).map(({ index, length }) => ({
    index,
    relevance_score: length / 100,
  }));
  sendJson({ id: 'x', results })(response, body, request);
};
const tei: JsonService['respond'] = (response, body, request) => {
  if (!Array.isArray(body['texts'])) sendJson({ error: 'texts' }, 422)(response, body, request);
  else {
    const results = scoresOf(body['texts'] as Texts);
    sendJson(results.map(({ index, length }) => ({ index, score: -length })))(
      response,
      body,
      request,
    );
  }
};

/** Without `documents`, the body has another shape. */
const cohereOnly: JsonService['respond'] = (response, body, request) => {
  const respond = Array.isArray(body['documents']) ? cohere : sendJson({}, 422);
  respond(response, body, request);
};

let service: JsonService;
beforeEach(async () => {
  service = await startJsonService(cohereOnly);
});
afterEach(() => service.close());

const createOne = (model: string | undefined = 'reranker') =>
  createReranker({ url: `${service.url}/v1/rerank`, model, apiKey: 'secret' });

const places = (result: Awaited<ReturnType<ReturnType<typeof createOne>>>) =>
  'order' in result ? result.order.map(({ index }) => index) : result.unavailable;

const TEXTS = ['aa', 'aaaa', 'a'];

describe('a reranker', () => {
  test("of Cohere's shape orders texts", async () => {
    const rerank = createOne();
    expect(places(await rerank('q', TEXTS))).toEqual([1, 0, 2]);
    expect(service.received).toEqual([
      {
        url: '/v1/rerank',
        authorization: 'Bearer secret',
        body: { model: 'reranker', query: 'q', documents: TEXTS, top_n: 3 },
      },
    ]);
  });

  test.each(['reranker', undefined])(
    "of TEI's shape is recognised, whether a model is set (%s), and remembered",
    async (model) => {
      service.respond = tei;
      const rerank = createOne(model);
      expect(places(await rerank('q', TEXTS))).toEqual([2, 0, 1]);
      const attempts = service.received.length;
      expect(attempts).toBeLessThanOrEqual(2);
      expect(places(await rerank('q', TEXTS))).toEqual([2, 0, 1]);
      expect(service.received).toHaveLength(attempts + 1);
      expect(service.received.at(-1)?.body).toMatchObject({ query: 'q', texts: TEXTS });
    },
  );

  test("of Cohere's shape is recognised without a model", async () => {
    expect(
      places(
        await createReranker({ url: service.url, model: undefined, apiKey: undefined })('q', TEXTS),
      ),
    ).toEqual([1, 0, 2]);
  });

  test('receives 50 texts of 8,000 characters at most', async () => {
    await createOne()(
      'q',
      Array.from({ length: 60 }, () => 'a'.repeat(9000)),
    );
    const documents = service.received[0]?.body['documents'] as string[];
    expect(documents).toHaveLength(50);
    expect(new Set(documents.map(({ length }) => length))).toEqual(new Set([8000]));
  });

  test('is not asked about nothing', async () => {
    expect(await createOne()('q', [])).toEqual({ order: [] });
    expect(service.received).toEqual([]);
  });

  test('that leaves texts out has them last', async () => {
    service.respond = sendJson({ results: [{ index: 2, relevance_score: -3 }] });
    expect(places(await createOne()('q', TEXTS))).toEqual([2, 0, 1]);
  });
});

describe('without an order, a search has a sentence, if the reranker', () => {
  test.each(Object.keys(FAULTS))('%s', async (fault) => {
    const respond = FAULTS[fault];
    if (respond !== undefined) service.respond = respond;
    const rerank = createOne();
    const [first, second] = [await rerank('q', TEXTS), await rerank('q', TEXTS)];
    expect(first).toEqual({
      unavailable: expect.stringMatching(/^The reranking service .+\.$/) as string,
    });
    expect(second).toEqual(first);
    expect(service.received).toHaveLength(1);
  });

  test.each([
    ['scores texts that it did not receive', [{ index: 3, relevance_score: 1 }]],
    [
      'scores a text twice',
      [
        { index: 1, relevance_score: 1 },
        { index: 1, relevance_score: 2 },
      ],
    ],
    ['scores nothing', []],
    ['gives no numbers', [{ index: 1, relevance_score: null }]],
  ])('%s', async (_, results) => {
    service.respond = sendJson({ results });
    expect(places(await createOne()('q', TEXTS))).toMatch(/^The reranking service returned /);
  });

  test('redirects, which is not followed', async () => {
    const other = await startJsonService(cohere);
    service.respond = (response) => response.writeHead(308, { Location: other.url }).end();
    expect(places(await createOne()('A secret.', TEXTS))).toContain('set RERANK_URL');
    expect(other.received).toEqual([]);
    other.close();
  });
});
