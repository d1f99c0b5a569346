import { client } from '@carrel/shared/api';
import { searchResponseSchema } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';

/** Chunks that are searched for: one document can have many of them. */
const LIMITS = { passages: 30, names: 20 };

/**
 * Searches all datasets of the organization by words, as somebody types, or only documents whose path has
 * the text. Older servers return 404.
 */
export const searchDocuments = (
  organizationId: string,
  query: string,
  what: keyof typeof LIMITS,
  signal: AbortSignal,
) =>
  client
    .post(apiPaths.searchOrganization(), {
      organizationId,
      json: {
        query,
        limit: LIMITS[what],
        mode: 'words',
        rerank: false,
        final: false,
        // A longer text is no name.
        filter: what === 'names' ? { name: query.slice(0, NAME_MAX) } : {},
      },
      changesNothing: true,
      signal,
    })
    .json(searchResponseSchema);

const NAME_MAX = 255;
