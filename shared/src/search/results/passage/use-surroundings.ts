import { SEARCH_NEIGHBOURS_MAX } from '@carrel/shared/contract';
import type { SearchRequest, SearchResult } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { resultKey } from '../movement.ts';
import { searchQuery } from '../../query/search.queries.ts';
import type { SearchScope } from '../../search-scope.ts';

/** What is around a result in its document, and how it is shown and hidden. */
export interface Surroundings {
  before: SearchResult['before'];
  after: SearchResult['after'];
  /** Chunks on each side that are wanted. */
  around: number;
  isFetching: boolean;
  failed: boolean;
  /** Undefined where no more can be shown. */
  onMore: (() => void) | undefined;
  onHide: () => void;
}

/**
 * Returns what is around a result: at first what came with it, then what the same search brings with
 * more neighbours. Without a request, only what came with it.
 */
export function useSurroundings(
  scope: SearchScope,
  request: SearchRequest | null,
  result: SearchResult,
): Surroundings {
  const [chosen, setChosen] = useState<{ around: number; given: number }>();
  const came = Math.max(result.before.length, result.after.length);
  const given = request?.neighbours ?? came;
  const around = request !== null && chosen?.given === given ? chosen.around : given;
  const isMissing = request !== null && around > given;
  const query = useQuery(
    searchQuery(
      useOrganizationId(),
      scope,
      isMissing ? { ...request, neighbours: around, final: false } : null,
    ),
  );
  const key = resultKey(result);
  const found = isMissing
    ? query.data?.response.results.find((other) => resultKey(other) === key)
    : undefined;
  const { before, after } = found ?? result;
  const show = (count: number) => setChosen({ around: count, given });
  return {
    before: around === 0 ? [] : before.toSorted(byNumber).slice(-around),
    after: after.toSorted(byNumber).slice(0, around),
    around,
    isFetching: isMissing && query.isFetching,
    failed: isMissing && query.isError,
    onMore: request !== null && around < SEARCH_NEIGHBOURS_MAX ? () => show(around + 1) : undefined,
    onHide: () => show(0),
  };
}

const byNumber = (one: { number: number }, other: { number: number }) => one.number - other.number;
