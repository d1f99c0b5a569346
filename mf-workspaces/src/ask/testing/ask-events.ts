import type { AskEvent, SearchResult } from '@carrel/shared/contract';
import { consolePaths } from '@carrel/shared/paths';
import { makeId, makeWorkspace, mockApi } from '@carrel/shared/testing';

export const WORKSPACE = makeWorkspace();
export const ASK = `api/v1/workspaces/${WORKSPACE.id}/ask`;

const passage = (number: number, name: string, text: string): SearchResult => ({
  chunk: { number, pages: [], headings: [] },
  document: {
    id: makeId(900 + number),
    name,
    path: `Manuals/${name}`,
    kind: 'markdown',
    changed_at: '2026-11-20T09:30:00.000Z',
    dataset: { id: makeId(600), name: 'Handbook' },
    url: consolePaths.document(makeId(600), makeId(900 + number), number, ['warranty']),
  },
  text,
  highlights: [[4, 12]],
  score: 1,
  ranks: { words: number, meaning: null, rerank: null },
  before: [],
  after: [],
});
export const PASSAGES: AskEvent = {
  name: 'passages',
  data: {
    passages: [
      passage(1, 'warranty.md', 'The warranty lasts two years.'),
      passage(2, 'oil.md', 'Oil is changed each year.'),
    ],
  },
};
export const done = (more: object = {}): AskEvent => ({
  name: 'done',
  data: { citations: [1], dropped: 0, cut: false, ...more },
});
export const delta = (text: string): AskEvent => ({ name: 'delta', data: { text } });

export const write = (...events: AskEvent[]) =>
  events.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('');

export const respondWith = (...events: AskEvent[]) =>
  mockApi.post(ASK, () => ({
    headers: { 'content-type': 'text/event-stream' },
    body: write(...events),
  }));
