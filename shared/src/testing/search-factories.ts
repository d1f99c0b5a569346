import type { SearchResponse, SearchResult } from '../contract/public.ts';
import { makeId } from './factories.ts';

const TEXT = 'The engine of the aircraft showed flutter at high speed.';

/** Returns a result with the words "engine" and "flutter" marked. */
export function makeSearchResult(overrides: Partial<SearchResult> = {}): SearchResult {
  return {
    chunk: { number: 0, pages: [4], headings: ['Manual', 'Engines'] },
    document: {
      id: makeId(800),
      name: 'engines.pdf',
      path: 'Wiki/Old/engines.pdf',
      kind: 'pdf',
      changed_at: '2026-11-20T09:30:00.000Z',
      dataset: { id: makeId(600), name: 'Handbook' },
      url: `/datasets/${makeId(600)}/documents?path=Wiki%2FOld`,
    },
    text: TEXT,
    highlights: [
      [4, 10],
      [34, 41],
    ],
    score: 1,
    ranks: { words: 2, meaning: 5, rerank: null },
    words: [
      { word: 'flutter', weight: 0.4 },
      { word: 'engine', weight: 0.6 },
    ],
    before: [],
    after: [],
    ...overrides,
  };
}

export function makeSearchResponse(overrides: Partial<SearchResponse> = {}): SearchResponse {
  return {
    results: [makeSearchResult()],
    mode: 'hybrid',
    meaning: { state: 'ready', done: null, total: null },
    empty: null,
    searched: { datasets: 3, documents: 812, chunks: 23_414 },
    facets: {
      datasets: [{ id: makeId(600), name: 'Handbook', count: 9 }],
      folders: [{ path: 'Wiki/Old', count: 4 }],
      kinds: [{ kind: 'pdf', count: 7 }],
      months: [{ month: '2026-11', count: 5 }],
    },
    took: { total: 18.2, words: 6.1, embedding: null, meaning: null, rerank: null, reading: 4 },
    partial: null,
    ...overrides,
  };
}
