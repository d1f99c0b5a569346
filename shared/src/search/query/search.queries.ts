import { queryKeys } from '@carrel/shared/api';
import type { SearchRequest } from '@carrel/shared/contract';
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';

import type { SearchScope } from '../search-scope.ts';
import { search } from './search.api.ts';

/** Milliseconds for which a result is shown again without a request, as after Back. */
const STALE_MS = 30_000;

/**
 * One search, cached by its request, so that a late response never replaces a newer one. The results
 * before stay until it arrives, with their request. Null asks nothing.
 */
export const searchQuery = (
  organizationId: string,
  scope: Pick<SearchScope, 'kind' | 'id'>,
  request: SearchRequest | null,
) =>
  queryOptions({
    queryKey: queryKeys.search(organizationId, { kind: scope.kind, id: scope.id }, request),
    queryFn:
      request === null
        ? skipToken
        : async ({ signal }) => ({
            request,
            response: await search(organizationId, scope, request, signal),
          }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchOnWindowFocus: false,
  });
