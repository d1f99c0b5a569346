import { queryKeys } from '@carrel/shared/api';
import type { DatasetChange, Navigation } from '@carrel/shared/contract';
import {
  makeDocumentList,
  makeId,
  makeNavigation,
  makeNavigationItem,
  makeStatusCounts,
} from '@carrel/shared/testing';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';

import { applyChange, isAtVersion, pauseBefore } from './use-live-dataset.ts';

const ORGANIZATION = makeId(100);
const DATASET = makeId(600);
const COUNTS = queryKeys.documents(ORGANIZATION, DATASET, { page: 1, limit: 1 });
const ROOT = queryKeys.navigation(ORGANIZATION, DATASET, '');

const row = (number: number) =>
  makeNavigationItem({ document_id: makeId(number), path: `${number}`, status: 'ingested' });
const changed = (number: number) => ({ id: makeId(number), path: `${number}`, status: 'embedded' });

let queryClient: QueryClient;

beforeEach(() => {
  queryClient = new QueryClient();
  queryClient.setQueryData(COUNTS, makeDocumentList());
  queryClient.setQueryData(ROOT, {
    pages: [makeNavigation({ items: [row(1), row(2)] }), makeNavigation({ items: [row(3)] })],
    pageParams: [null, 'next'],
  });
});

const apply = (change: Partial<DatasetChange>) =>
  applyChange(queryClient, ORGANIZATION, DATASET, {
    counts: makeStatusCounts({ embedded: 2, ingested: 1 }),
    documents: [],
    archives: false,
    reload: false,
    ...change,
  });
const folder = () => queryClient.getQueryData<InfiniteData<Navigation>>(ROOT);
const statuses = () =>
  folder()?.pages.flatMap((page) => page.items.map(({ status }) => status ?? ''));

test('counts and shown rows change at once, whatever page they are on', () => {
  const stale = apply({ documents: [changed(1), changed(3)] });
  expect(statuses()).toEqual(['embedded', 'ingested', 'embedded']);
  expect(queryClient.getQueryData(COUNTS)).toMatchObject({
    status_counts: { embedded: 2, ingested: 1, total: 3 },
    pagination: { total_count: 3 },
  });
  expect([...stale]).toEqual(['failed', 'found']);
});

test('a document that is not shown may be new, or be counted by a folder', () => {
  expect([...apply({ documents: [changed(9)] })]).toContain('navigation');
});

test('a page without a changed row stays the same object', () => {
  const before = folder();
  apply({ documents: [changed(3)] });
  expect(folder()?.pages[0]).toBe(before?.pages[0]);
  expect(folder()?.pages[1]).not.toBe(before?.pages[1]);
});

test.each([
  [{ archives: true }, ['archives', 'manifest', 'progress']],
  [{ reload: true }, ['navigation', 'failed', 'found']],
  [{}, []],
])('after %j these parts are loaded again: %j', (change, parts) => {
  expect([...apply(change)]).toEqual(parts);
});

test.each([
  ['a list', { archives: [] }, 700],
  ['a folder of one page', { pages: [{}] }, 700],
  ['a folder of 400 pages', { pages: Array.from({ length: 400 }, () => ({})) }, 280_000],
])('%s is loaded again in proportion to its length', (_, data, milliseconds) => {
  const queryClient = new QueryClient();
  const queryKey = ['datasets', 'one', 'navigation', 'letters'];
  queryClient.setQueryData(queryKey, data);
  const parent = queryKey.slice(0, 3);
  expect(pauseBefore(queryClient, parent)).toBe(700);
  const leave = new QueryObserver(queryClient, {
    queryKey,
    enabled: true,
    staleTime: Infinity,
    queryFn: () => data,
  }).subscribe(() => undefined);
  expect(pauseBefore(queryClient, parent)).toBe(milliseconds);
  leave();
});

test.each([
  ['a list of this version', { archives: [], version: 7 }, true],
  ['a list of another', { archives: [], version: 6 }, false],
  ['a list of a server without versions', { archives: [] }, false],
  ['pages of this version', { pages: [{ version: 7 }, { version: 7 }] }, true],
  ['a page of another', { pages: [{ version: 7 }, { version: 6 }] }, false],
  ['data that is still loaded', undefined, false],
])('%s is what the stream starts with: %s', (_, data, expected) => {
  const queryClient = new QueryClient();
  const queryKey = ['datasets', 'one', 'navigation', 'letters'];
  if (data !== undefined) queryClient.setQueryData(queryKey, data);
  const leave = new QueryObserver(queryClient, {
    queryKey,
    staleTime: Infinity,
    queryFn: () => data ?? new Promise(() => undefined),
  }).subscribe(() => undefined);
  expect(isAtVersion(queryClient, queryKey.slice(0, 3), 7)).toBe(expected);
  leave();
});
