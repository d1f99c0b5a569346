import type { DocumentDetail } from '@carrel/shared/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import type { DocumentPlace } from '../document.api.ts';
import { textQuery, textVersionOf } from '../document.queries.ts';
import { endOf } from './reading.ts';
import type { LoadedText } from './reading.ts';

/** Returns a document's text: its first page, and as much more as views and searches ask for. */
export function useDocumentText(place: DocumentPlace, document: DocumentDetail): LoadedText {
  const query = useInfiniteQuery(textQuery(place, textVersionOf(document)));
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const blocks = useMemo(() => data?.pages.flatMap((page) => page.blocks) ?? [], [data]);
  const [wanted, setWanted] = useState(0);
  const loadTo = useCallback((place: number) => setWanted((before) => Math.max(before, place)), []);

  const wantsMore = hasNextPage && !isFetching && !isError && endOf(blocks) <= wanted;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);

  return {
    blocks,
    isPending: query.isPending,
    isComplete: data !== undefined && !hasNextPage,
    error: query.error,
    isFetching,
    loadTo,
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
  };
}
