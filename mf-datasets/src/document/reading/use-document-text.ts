import type { DocumentDetail } from '@carrel/shared/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import type { DocumentPlace } from '../../data/document.api.ts';
import { textQuery, textVersionOf } from '../../data/document.queries.ts';
import { originalViewOf } from '../view-of.ts';
import { endOf } from '../reading.ts';
import type { LoadedText } from '../reading.ts';

/** Nothing is wanted of the text: the pages of a PDF are drawn without it, and before it. */
const NOTHING = -1;

/** Returns a document's text: its first page, and as much more as views and searches ask for. */
export function useDocumentText(place: DocumentPlace, document: DocumentDetail): LoadedText {
  const [wanted, setWanted] = useState(originalViewOf(document) === 'pdf' ? NOTHING : 0);
  const query = useInfiniteQuery({
    ...textQuery(place, textVersionOf(document)),
    enabled: wanted !== NOTHING,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const blocks = useMemo(() => data?.pages.flatMap((page) => page.blocks) ?? [], [data]);
  const loadTo = useCallback((place: number) => setWanted((before) => Math.max(before, place)), []);

  const wantsMore = hasNextPage && !isFetching && !isError && endOf(blocks) <= wanted;
  useEffect(() => {
    if (wantsMore) void fetchNextPage();
  }, [wantsMore, fetchNextPage]);

  const { isPending, error } = query;
  const isComplete = data !== undefined && !hasNextPage;
  const hasText = data !== undefined;
  const retry = useCallback(
    () => void (hasText ? fetchNextPage() : refetch()),
    [hasText, fetchNextPage, refetch],
  );
  return useMemo(
    () => ({ blocks, isPending, isComplete, error, isFetching, loadTo, retry }),
    [blocks, isPending, isComplete, error, isFetching, loadTo, retry],
  );
}
