import { queryKeys } from '@carrel/shared/api';
import { queryOptions } from '@tanstack/react-query';

import { listChangedDocuments, listChunkChanges } from './chunk-changes.api.ts';
import type { DocumentPlace } from '../document.api.ts';

/** What people changed of a document's chunks. Another version of these is another list. */
export const chunkChangesQuery = (place: DocumentPlace, version: string | null) =>
  queryOptions({
    queryKey: [
      ...queryKeys.datasets(place.organizationId),
      place.datasetId,
      'chunk-changes',
      place.documentId,
      version,
    ],
    queryFn: () => listChunkChanges(place),
  });

/** The documents of a dataset whose chunks people changed. */
export const changedDocumentsQuery = (organizationId: string, datasetId: string) =>
  queryOptions({
    queryKey: [...queryKeys.datasets(organizationId), datasetId, 'chunk-changes'],
    queryFn: () => listChangedDocuments(organizationId, datasetId),
  });
