import { expect, test } from 'vitest';

import { areSameButText, readSearchParams, writeSearchParams } from './search-params.ts';
import { searchRequest } from './search-request.ts';

const ID = '00000000-0000-4000-8000-000000000600';
const EVERYTHING = [
  'q=steam engine',
  'mode=words-without-reranker',
  `datasets=${ID}`,
  'folder=Wiki/Old',
  'kind=pdf,word',
  'name=report',
  'months=2026-10,2026-09',
  'neighbours=2',
  'compare=meaning',
  'limit=50',
  `opened=${ID}`,
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
    folders: ['Wiki/Old'],
    kind: ['pdf', 'word'],
    name: 'report',
    months: ['2026-10', '2026-09'],
    from: '',
    to: '',
    neighbours: 2,
    compare: { mode: 'meaning', rerank: true },
    limit: 50,
    opened: [ID],
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
  'months=2026-13,x',
  'opened=all',
])('nonsense such as %s is the default', (query) => {
  expect(read(query)).toEqual(read(''));
});

const filterOf = (query: string) => {
  const params = read(`q=a&${query}`);
  return searchRequest(params, params)?.filter;
};

test('several folders are read from the URL, and those with a comma stay whole', () => {
  const query = 'folder=A%2C+B&folder=C%2FD';
  expect(read(query).folders).toEqual(['A, B', 'C/D']);
  expect(writeSearchParams(new URLSearchParams('folder=Old'), read(query)).toString()).toBe(query);
  expect(filterOf(query)).toEqual({ folders: ['A, B', 'C/D'] });
});

test('one folder and one month are asked for as servers of earlier versions know them', () => {
  const changed = { from: '2026-10-01T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z' };
  expect(filterOf('folder=A&months=2026-10')).toEqual({ folder: 'A', changed });
  expect(filterOf('from=2026-10-01&to=2026-11-01')).toEqual({ changed });
  expect(filterOf('months=2026-10,2026-08')).toEqual({ changed_in: ['2026-10', '2026-08'] });
});

test('a text that is too long for a URL is not written to it', () => {
  expect(write('q=before', { ...read(''), q: 'ü'.repeat(1000) })).toEqual({});
});

test('half of a character in the text does not break the URL', () => {
  expect(write('', { ...read(''), q: 'a\ud800' })).toHaveProperty('q');
});

test('props that differ in the text, and in what follows from it, are the same for what shows nothing of it', () => {
  const params = read('q=steam&folder=Wiki');
  const props = { params, facets: {} };
  const typed = { ...props, params: { ...params, q: 'steam engine', opened: [], limit: 50 } };
  expect(areSameButText(props, typed)).toBe(true);
  expect(areSameButText(props, { ...props, params: { ...params, folders: ['Old'] } })).toBe(false);
  expect(areSameButText(props, { ...props, facets: {} })).toBe(false);
});
