import { BLOCKS_PER_PAGE } from '@carrel/shared/paths';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import type { DocumentPlace } from './document.api.ts';
import { documentKey } from './document.queries.ts';
import { compareVersions, listVersionBlocks, listVersions } from './versions.api.ts';

/** The lists of the versions of a document. */
export const versionsKey = (place: DocumentPlace) => documentKey(place, 'document-versions');

/** The versions of a document, read again once `current`, the number of the newest, changes. */
export const versionsQuery = (place: DocumentPlace, current: number | null | undefined) =>
  queryOptions({
    queryKey: [...versionsKey(place), current ?? null],
    queryFn: () => listVersions(place),
  });

/** The text of a version, page by page. A version never changes. */
export const versionTextQuery = (place: DocumentPlace, number: number) =>
  infiniteQueryOptions({
    queryKey: documentKey(place, 'version-text', number),
    queryFn: ({ pageParam }) =>
      listVersionBlocks(place, number, { from: pageParam, limit: BLOCKS_PER_PAGE }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? null,
    staleTime: Infinity,
  });

/** What differs from one version to another, page by page. */
export const comparisonQuery = (place: DocumentPlace, from: number, to: number) =>
  infiniteQueryOptions({
    queryKey: documentKey(place, 'version-comparison', from, to),
    queryFn: ({ pageParam }) => compareVersions(place, { from, to, skip: pageParam }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? null,
    staleTime: Infinity,
    retry: false,
  });
