import type { SearchResult } from '@carrel/shared/contract';

/** A result with this text, of a document with this name. */
export const makeResult = (text: string, name = 'a.md'): SearchResult => ({
  chunk: { number: 0, pages: [], headings: [] },
  document: {
    id: '00000000-0000-4000-8000-000000000001',
    name,
    path: name,
    kind: 'markdown',
    changed_at: '2026-11-20T09:30:00.000Z',
    dataset: { id: '00000000-0000-4000-8000-000000000002', name: 'Handbook' },
    url: '/datasets',
  },
  text,
  highlights: [],
  score: 1,
  ranks: { words: 1, meaning: null, rerank: null },
  before: [],
  after: [],
});
