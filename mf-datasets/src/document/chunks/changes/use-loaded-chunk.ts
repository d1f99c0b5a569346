import type { DocumentChunk } from '@carrel/shared/contract';
import { queryKeys } from '@carrel/shared/api';
import { useQuery } from '@tanstack/react-query';

import { getChunk } from '../../../data/chunks/chunk-changes.api.ts';
import type { DocumentPlace } from '../../../data/document.api.ts';

/** A chunk as it is now, with its entity tag, for a form that changes it. */
export function useLoadedChunk(place: DocumentPlace, { number }: DocumentChunk) {
  const { organizationId, datasetId, documentId } = place;
  return useQuery({
    queryKey: [
      ...queryKeys.datasets(organizationId),
      'edited-chunk',
      datasetId,
      documentId,
      number,
    ],
    queryFn: async () => (await getChunk(place, number)) ?? null,
    // What is typed belongs to what was read first.
    gcTime: 0,
    staleTime: 'static',
  });
}
