import { isApiError } from '@carrel/shared/api';
import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import type { SearchScope } from '../search-scope.ts';
import type { SearchParams, Setting } from './search-params.ts';
import { searchRequest } from './search-request.ts';
import { searchQuery } from './search.queries.ts';

/** One list of results, and how its request does. */
export interface Search {
  /** The request that found them. */
  request: SearchRequest | null;
  data: SearchResponse | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The results are those of the search before. */
  isEarlier: boolean;
  /** What the server says is wrong with the text. */
  queryFault: string | undefined;
  retry: () => void;
}

/** Searches with a setting; null asks nothing. */
export function useSearch(
  scope: SearchScope,
  params: SearchParams,
  setting: Setting | null,
  final: boolean,
): Search {
  const request = setting === null ? null : searchRequest(params, setting, final);
  const query = useQuery(searchQuery(useOrganizationId(), scope, request));
  const { error } = query;
  const issues = isApiError(error) && error.status === 422 ? (error.issues ?? []) : [];
  return {
    request: query.data?.request ?? request,
    data: request === null ? undefined : query.data?.response,
    error,
    isFetching: query.isFetching,
    isEarlier: query.isPlaceholderData,
    queryFault: issues.find(({ path }) => path === 'query')?.message,
    retry: () => void query.refetch(),
  };
}

/** Returns what sends the request of a search while it is typed, before the search is rendered. */
export function useEarlySearch(scope: SearchScope): (params: SearchParams) => void {
  const client = useQueryClient();
  const organizationId = useOrganizationId();
  return (params) => {
    const request = searchRequest(params, params, false);
    if (request !== null) void client.prefetchQuery(searchQuery(organizationId, scope, request));
  };
}
