import { expect, test } from 'vitest';

import { readSearchParams, writeSearchParams } from './search-params.ts';

const ID = '00000000-0000-4000-8000-000000000600';
const EVERYTHING = [
  'q=steam engine',
  'mode=words-without-reranker',
  `datasets=${ID}`,
  'folder=Wiki/Old',
  'kind=pdf,word',
  'name=report',
  'from=2026-10-01',
  'to=2026-11-01',
  'neighbours=2',
  'compare=meaning',
  'limit=50',
].join('&');

const read = (query: string) => readSearchParams(new URLSearchParams(query));
const write = (before: string, params: ReturnType<typeof read>) =>
  Object.fromEntries(writeSearchParams(new URLSearchParams(before), params));

test('everything of a search is written to the URL and read from it', () => {
  expect(read(EVERYTHING)).toEqual({
    q: 'steam engine',
    mode: 'words',
    rerank: false,
    datasets: [ID],
    folder: 'Wiki/Old',
    kind: ['pdf', 'word'],
    name: 'report',
    from: '2026-10-01',
    to: '2026-11-01',
    neighbours: 2,
    compare: { mode: 'meaning', rerank: true },
    limit: 50,
  });
  expect(write('', read(EVERYTHING))).toEqual(Object.fromEntries(new URLSearchParams(EVERYTHING)));
});

test('a plain search is its text alone, and what else the URL has stays', () => {
  expect(write('mode=words&other=1', read('q=engine'))).toEqual({ q: 'engine', other: '1' });
});

test.each([
  'mode=telepathy',
  'datasets=all,%20,x',
  'kind=pictures',
  'from=2026-02-30',
  'to=yesterday',
  'neighbours=4',
  'neighbours=-1',
  'neighbours=1.5',
  'neighbours=many',
  'compare=',
  'compare=nothing-without-reranker',
  'limit=1000000',
])('nonsense such as %s is the default', (query) => {
  expect(read(query)).toEqual(read(''));
});

test('a text that is too long for a URL is not written to it', () => {
  expect(write('q=before', { ...read(''), q: 'ü'.repeat(1000) })).toEqual({});
});

test('half of a character in the text does not break the URL', () => {
  expect(write('', { ...read(''), q: 'a\ud800' })).toHaveProperty('q');
});
