import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createPipelineFixture, type PipelineFixture } from '@carrel/testing/pipeline-fixture.ts';
import { readJson } from '@carrel/testing/server-fixture.ts';

let fixture: PipelineFixture;

beforeAll(async () => {
  fixture = await createPipelineFixture();
  await fixture.uploadFiles({
    'Manuals/engine.md':
      '# Engine\n\nThe engine runs on two cylinders.\n\n# Oil\n\nChange the oil each year.',
    'Manuals/Parts/AB-123.txt': 'Part AB-123/4 is a gasket of the running engine. Gasket, gasket.',
    'letter.txt': 'José liked the café in Zürich.',
  });
});
afterAll(() => fixture.close());

async function search(input: SearchRequest): Promise<SearchResponse> {
  const response = await fixture.call('POST', `/datasets/${fixture.datasetId}/search`, input);
  expect(response.status).toBe(200);
  return readJson<SearchResponse>(response);
}

const names = ({ results }: SearchResponse) => results.map(({ document }) => document.name);
const found = async (query: string) => names(await search({ query }));

describe('a query', () => {
  test('finds a phrase as it is written', async () => {
    expect(await found('"runs on two"')).toEqual(['engine.md']);
    expect(await found('"two on runs"')).toEqual([]);
    expect(await found('"the oil each year" engine')).toEqual(['engine.md']);
  });

  test('leaves out what has an excluded word', async () => {
    expect(await found('engine -gasket')).not.toContain('AB-123.txt');
    expect(await found('engine -gaskets')).toContain('engine.md');
    expect(await found('engine -"change the oil"')).toContain('AB-123.txt');
  });

  test.each([
    ['in:Parts engine', ['AB-123.txt']],
    ['in:manuals/parts engine', ['AB-123.txt']],
    ['engine kind:markdown', ['engine.md']],
    ['name:AB-1 engine', ['AB-123.txt']],
    ['in:Nowhere engine', []],
  ])('has the operators of people: %s', async (query, expected) => {
    expect([...new Set(await found(query))]).toEqual(expected);
  });

  test('finds a document by its name and its folder', async () => {
    expect((await found('letter'))[0]).toBe('letter.txt');
    expect(await found('manuals')).toContain('AB-123.txt');
  });

  test('of stop words alone finds them as a phrase', async () => {
    expect(await found('of the')).toEqual(['AB-123.txt']);
  });

  test('with a word that is in no document has a suggestion, which is not applied', async () => {
    const { results, did_you_mean: suggestion } = await search({ query: 'gaskte of an "engine"' });
    expect(suggestion).toBe('gasket of an "engine"');
    expect(results.length).toBeGreaterThan(0);
    expect((await search({ query: 'gasket' })).did_you_mean).toBeNull();
    expect((await search({ query: 'leter' })).did_you_mean).toBe('letter');
    // A short word beside one that is found is another word rather than a mistake.
    expect((await search({ query: 'parr' })).did_you_mean).toBe('part');
    expect((await search({ query: 'parr gasket' })).did_you_mean).toBeNull();
  });

  test.each([
    ['🚀'],
    ['"'],
    ['"" "'],
    ['- -" -'],
    ['in: kind: name:'],
    ['kind:nothing'],
    ['שלום engine مرحبا'],
    [`${'word '.repeat(1999)}"`],
    [`"${'the '.repeat(2000)}"`],
  ])('that is odd is answered: %s', async (query) => {
    expect((await search({ query: query.trim(), mode: 'words' })).partial).toBeNull();
  });
});

describe('a filter', () => {
  test.each([
    ['a folder', { folder: 'Manuals' }, ['AB-123.txt', 'engine.md']],
    ['a folder below', { folder: 'Manuals/Parts' }, ['AB-123.txt']],
    ['a kind', { kind: ['markdown' as const] }, ['engine.md']],
    ['any of several folders', { folders: ['Manuals/Parts', 'Nowhere'] }, ['AB-123.txt']],
    ['no folders', { folders: [] }, ['AB-123.txt', 'engine.md']],
    ['a part of the path', { name: 'ab-1' }, ['AB-123.txt']],
    [
      'the time of the change',
      { changed: { from: '2000-01-01T00:00:00Z' } },
      ['AB-123.txt', 'engine.md'],
    ],
  ])('by %s leaves what passes it', async (_, filter, expected) => {
    expect(names(await search({ query: 'engine', filter })).toSorted()).toEqual(expected);
  });

  test('by calendar months takes any of them', async () => {
    const { facets } = await search({ query: 'engine' });
    const month = facets.months[0]?.month ?? '';
    const within = async (...changed_in: string[]) =>
      names(await search({ query: 'engine', filter: { changed_in } })).toSorted();
    expect(await within('2001-01', month)).toEqual(['AB-123.txt', 'engine.md']);
    expect(await within('2001-01')).toEqual([]);
    const refused = await fixture.call('POST', `/datasets/${fixture.datasetId}/search`, {
      query: 'engine',
      filter: { changed_in: ['2026-13'] },
    });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('Write a month as 2026-11');
  });

  test('that excludes every match says so', async () => {
    const { results, empty } = await search({ query: 'engine', filter: { folder: 'Nowhere' } });
    expect([results, empty]).toEqual([[], 'filtered']);
  });
});
