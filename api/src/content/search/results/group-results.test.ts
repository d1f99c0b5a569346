import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { makeResult } from '@carrel/testing/search-result.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';
import { distinctResults } from './group-results.ts';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
});
afterAll(() => fixture.close());

async function search(input: SearchRequest, of: PipelineFixture): Promise<SearchResponse> {
  const response = await of.call('POST', `/datasets/${of.datasetId}/search`, input);
  expect(response.status).toBe(200);
  return readJson<SearchResponse>(response);
}

describe('results of people', () => {
  let own: PipelineFixture;
  beforeAll(async () => {
    own = fixture;
    await own.call('PATCH', `/datasets/${own.datasetId}`, {
      metadata_parameters: { chunk_size: 60, chunk_overlap: 0 },
    });
    await own.uploadFiles({
      'A/long.txt': Array.from(
        { length: 6 },
        (_, number) => `Passage ${number} of the otter is alone here.`,
      ).join('\n\n'),
      'A/B/same.txt': 'The otter swims in the river.',
      'C/copy.md': 'The otter  swims in\nthe river.',
    });
  });

  test('are the best chunk of each document, and the same passage once', async () => {
    const flat = await search({ query: 'otter', limit: 50 }, own);
    const grouped = await search({ query: 'otter', group: 'document' }, own);
    expect(flat.results).toHaveLength(8);
    const [one, other] = grouped.results.toSorted((a, b) => (a.more ?? 0) - (b.more ?? 0));
    expect(grouped.results).toHaveLength(2);
    expect(one?.also).toHaveLength(1);
    expect(new Set([one?.document.name, one?.also?.[0]?.name])).toEqual(
      new Set(['copy.md', 'same.txt']),
    );
    expect(one?.also?.[0]?.url).toContain('chunk=0');
    expect([other?.document.name, other?.more, other?.also]).toEqual(['long.txt', 5, []]);
    for (const { ranks, document, chunk } of grouped.results) {
      const same = flat.results.find(
        (result) => result.document.id === document.id && result.chunk.number === chunk.number,
      );
      expect(same?.ranks).toEqual(ranks);
    }
  });

  test('are those of one document with their ranks among all', async () => {
    const flat = await search({ query: 'otter', limit: 50 }, own);
    const long = flat.results.filter(({ document }) => document.name === 'long.txt');
    const document = long[0]?.document.id ?? '';
    const opened = await search({ query: 'otter', document, limit: 50 }, own);
    expect(opened.results.map(({ ranks }) => ranks)).toEqual(long.map(({ ranks }) => ranks));
  });

  test('are of other documents too where one has all of the best chunks', async () => {
    const crowded = await fixture.withNewDataset();
    await crowded.call('PATCH', `/datasets/${crowded.datasetId}`, {
      metadata_parameters: { chunk_size: 60, chunk_overlap: 0 },
    });
    await crowded.uploadFiles({
      'otter otter.txt': Array.from(
        { length: 210 },
        (_, number) => `Otter, otter and otter, in the line of number ${number}.`,
      ).join('\n\n'),
      'other.txt': 'There is a single otter among words that are about the sea and the wind.',
    });
    const { results } = await search({ query: 'otter', group: 'document' }, crowded);
    expect(results.map(({ document }) => document.name)).toEqual(['otter otter.txt', 'other.txt']);
    expect(results[0]?.more).toBeGreaterThan(200);
    expect(results[0]?.more_exact).toBe(true);
    const few = await search({ query: 'otter', group: 'document', limit: 1 }, crowded);
    expect(few.results.map(({ more_exact }) => more_exact)).toEqual([false]);
    const opened = await search(
      { query: 'otter', document: results[0]?.document.id ?? '', limit: 50 },
      crowded,
    );
    expect(opened.results.map(({ ranks }) => ranks.words)).toEqual(
      Array.from({ length: 50 }, (_, place) => place + 1),
    );
  });

  test('have facets that take several values where alternatives are wanted', async () => {
    const filter = { folders: ['A/B'], kind: ['text' as const] };
    const facetsOf = async (facets?: 'alternatives') =>
      (await search({ query: 'otter', filter, facets }, own)).facets;
    expect(await facetsOf()).toMatchObject({
      folders: [{ path: 'A/B', count: 1 }],
      kinds: [{ kind: 'text', count: 1 }],
    });
    expect(await facetsOf('alternatives')).toMatchObject({
      folders: [
        { path: 'A', count: 6 },
        { path: 'A/B', count: 1 },
      ],
      kinds: [{ kind: 'text', count: 1 }],
    });
  });
});

test('results with the same text are one, the best, and the others move up', () => {
  const texts = ['Two years.', 'Two\n years.', 'Each year.', 'Never.'];
  const results = texts.map((text, index) => makeResult(text, `${index}.md`));
  const names = distinctResults(results, 2).map(({ document }) => document.name);
  expect(names).toEqual(['0.md', '2.md']);
});
