import { ApiError, client, isApiError } from '@carrel/shared/api';
import { searchResponseSchema } from '@carrel/shared/contract';
import type { SearchRequest, SearchResponse } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { SearchScope } from '../search-scope.ts';

const PATHS: Record<SearchScope['kind'], (id: string) => string> = {
  workspace: apiPaths.searchWorkspace,
  dataset: apiPaths.searchDataset,
  organization: apiPaths.searchOrganization,
};

const NOT_OFFERED =
  'This server does not search all datasets at once. Search in a workspace or a dataset instead.';

/** Searches a workspace, a dataset or the organization, which older servers do not. */
export async function search(
  organizationId: string,
  { kind, id }: Pick<SearchScope, 'kind' | 'id'>,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchResponse> {
  try {
    return await client
      .post(PATHS[kind](id), { organizationId, json: request, changesNothing: true, signal })
      .json(searchResponseSchema);
  } catch (error) {
    if (kind !== 'organization' || !isApiError(error) || error.status !== 404) throw error;
    const { status, requestId } = error;
    throw new ApiError('http', NOT_OFFERED, { status, requestId, cause: error });
  }
}
