import { client } from '@carrel/shared/api';
import { searchResponseSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Results that names and passages are chosen from. */
const LIMIT = 20;

/** Searches all datasets of the organization by words, as somebody types. Older servers return 404. */
export const searchDocuments = (organizationId: string, query: string, signal: AbortSignal) =>
  client
    .post(apiPaths.searchOrganization(), {
      organizationId,
      json: { query, limit: LIMIT, mode: 'words', rerank: false, final: false },
      changesNothing: true,
      signal,
    })
    .json(searchResponseSchema);
