import { client } from '@carrel/shared/api';
import { searchResponseSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Chunks that documents and passages are chosen from: one document can have many of them. */
const LIMIT = 30;

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
