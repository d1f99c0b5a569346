import { client } from '@carrel/shared/api';
import { searchResponseSchema } from '@carrel/shared/contract';
import type { SearchRequest } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

import type { SearchScope } from '../search-scope.ts';

const PATHS = { workspace: apiPaths.searchWorkspace, dataset: apiPaths.searchDataset };

/** Searches a workspace or a dataset. */
export const search = (
  organizationId: string,
  { kind, id }: Pick<SearchScope, 'kind' | 'id'>,
  request: SearchRequest,
  signal: AbortSignal,
) =>
  client
    .post(PATHS[kind](id), { organizationId, json: request, changesNothing: true, signal })
    .json(searchResponseSchema);
