import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  FAULTS,
  sendJson,
  startJsonService,
  type JsonService,
} from '@carrel/testing/faults/json-service.ts';
import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';

/** Words of one meaning. */
const MEANINGS = [
  ['car', 'automobile', 'vehicle'],
  ['cat', 'kitten', 'feline'],
  ['rain', 'storm', 'weather'],
];

/** A vector with one dimension for each meaning, and one for all other texts. */
const vectorOf = (text: string): number[] => [
  ...MEANINGS.map((words) => (words.some((word) => text.toLowerCase().includes(word)) ? 1 : 0)),
  0.1,
];

const embed: JsonService['respond'] = (response, body, request) => {
  const texts = body['input'] as string[];
  sendJson({ data: texts.map((text, index) => ({ index, embedding: vectorOf(text) })) })(
    response,
    body,
    request,
  );
};

let service: JsonService;
let reranker: JsonService;
let fixture: PipelineFixture;
let queries = 0;

beforeAll(async () => {
  service = await startJsonService(embed);
  reranker = await startJsonService(sendJson({}, 500));
  fixture = await createPipelineFixture(
    {},
    {
      embeddings: {
        url: service.url,
        model: 'test',
        apiKey: undefined,
        dimensions: undefined,
        batch: 64,
        tokens: undefined,
        version: '',
        queryPrefix: '',
        passagePrefix: '',
      },
      reranker: { url: `${reranker.url}/rerank`, model: 'test', apiKey: undefined },
    },
  );
  await fixture.uploadFiles({
    'car.txt': 'My automobile is red.',
    'cat.txt': 'A kitten sleeps.',
    'word.txt': 'The word vehicle stands in a list of other words.',
    'rain.txt': 'A storm comes.',
  });
});
afterAll(async () => {
  service.close();
  reranker.close();
  await fixture.close();
});
beforeEach(() => {
  service.respond = embed;
  reranker.respond = sendJson({}, 500);
});

async function search(input: SearchRequest): Promise<SearchResponse> {
  const response = await fixture.call('POST', `/datasets/${fixture.datasetId}/search`, input);
  expect(response.status).toBe(200);
  return readJson<SearchResponse>(response);
}

/** A query that is remembered by no earlier search. */
const fresh = (words: string) => {
  queries += 1;
  return `${words} number${queries}`;
};

const names = ({ results }: SearchResponse) => results.map(({ document }) => document.name);

describe('a search by meaning', () => {
  test('finds what says the same in other words', async () => {
    const response = await search({ query: fresh('feline'), mode: 'meaning', rerank: false });
    expect(response.mode).toBe('meaning');
    expect(response.meaning.state).toBe('ready');
    expect(names(response)[0]).toBe('cat.txt');
    expect(response.results[0]?.ranks).toEqual({ words: null, meaning: 1, rerank: null });
    expect(response.took.embedding).not.toBeNull();
  });

  test('and by words puts first what both lists have', async () => {
    const response = await search({ query: fresh('vehicle'), rerank: false });
    expect(response.mode).toBe('hybrid');
    expect(names(response)[0]).toBe('word.txt');
    expect(names(response)).toContain('car.txt');
  });

  test('keeps to the filter', async () => {
    const filter = { name: 'car' };
    expect(
      names(await search({ query: fresh('vehicle'), mode: 'meaning', filter, rerank: false })),
    ).toEqual(['car.txt']);
  });

  test('does not find what was deleted', async () => {
    await fixture.uploadFiles({ 'gone.txt': 'A storm over the sea.' });
    const query = fresh('weather');
    const found = async () => names(await search({ query, mode: 'meaning', rerank: false }));
    await expect.poll(found, { timeout: 30_000 }).toContain('gone.txt');
    await fixture.server.database.query(`DELETE FROM documents WHERE path = 'gone.txt'`);
    expect(names(await search({ query, mode: 'meaning', rerank: false }))).not.toContain(
      'gone.txt',
    );
  });
});

describe('an embedding service that fails leaves a search by words, with a sentence', () => {
  test('after its deadline, and without waiting in the searches that follow', async () => {
    service.respond = FAULTS['never responds'] ?? embed;
    for (const query of [fresh('kitten'), fresh('kitten')]) {
      const response = await search({ query, rerank: false });
      expect(response.mode).toBe('words');
      expect(names(response)).toEqual(['cat.txt']);
      expect(response.partial).toMatch(/\.$/);
    }
  });
});

describe('a reranking service', () => {
  test('orders the results anew', async () => {
    reranker.respond = (response, body, request) => {
      const documents = body['documents'] as string[];
      const results = documents.map((text, index) => ({
        index,
        relevance_score: text.includes('kitten') ? 1 : 0,
      }));
      sendJson({ results: results.toSorted((a, b) => b.relevance_score - a.relevance_score) })(
        response,
        body,
        request,
      );
    };
    const response = await search({ query: 'automobile vehicle kitten', mode: 'words' });
    expect(names(response)[0]).toBe('cat.txt');
    expect(response.results[0]?.ranks.rerank).toBe(1);
    expect(response.took.rerank).not.toBeNull();
  });

  test('that fails leaves the order as it was, with a sentence', async () => {
    const response = await search({ query: 'automobile vehicle kitten', mode: 'words' });
    expect(response.results.every(({ ranks }) => ranks.rerank === null)).toBe(true);
    expect(response.partial).toMatch(/\.$/);
  });
});
