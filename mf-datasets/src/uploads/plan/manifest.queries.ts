import { client, queryKeys } from '@carrel/shared/api';
import { MANIFEST_LIMIT_MAX, manifestSchema } from '@carrel/shared/contract';
import type { Manifest } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { queryOptions } from '@tanstack/react-query';

const listManifest = (
  organizationId: string,
  datasetId: string,
  cursor: string | null | undefined,
  signal: AbortSignal,
) =>
  client
    .get(
      apiPaths.manifest(datasetId, {
        limit: MANIFEST_LIMIT_MAX,
        ...(typeof cursor === 'string' ? { cursor } : {}),
      }),
      { organizationId, signal },
    )
    .json(manifestSchema);

/** Every document of a dataset as in the directory of a zip, to compare a zip with. */
export const manifestQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: [...queryKeys.datasets(organizationId), datasetId, 'manifest'],
    queryFn: async ({ signal }) => {
      const documents: Manifest['documents'][number][] = [];
      let limits: Manifest['limits'];
      let cursor: string | null | undefined;
      do {
        const page = await listManifest(organizationId, datasetId, cursor, signal);
        documents.push(...page.documents);
        ({ limits, next_cursor: cursor } = page);
      } while (typeof cursor === 'string');
      return { documents, limits };
    },
    // Comparing a hundred thousand documents with the previous ones would have no use.
    structuralSharing: false,
    // It may be large: cached only while it is used, and not loaded at each focus of the window.
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
