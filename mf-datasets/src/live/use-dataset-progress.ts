import { queryKeys } from '@carrel/shared/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';

import { archivesQuery, isInWork } from '../archives/archives.queries.ts';
import { uploadsAtom } from '../uploads/upload.atoms.ts';
import { useLiveDataset } from './use-live-dataset.ts';
import { anyInWork, countsQuery } from '../documents/documents.queries.ts';
import type { PollingState } from '../documents/documents.queries.ts';

/** Returns the counts of a dataset's documents, and whether its folders are polled. */
export function useDatasetProgress(organizationId: string, datasetId: string) {
  const queryClient = useQueryClient();
  const arrivedAt = useAtomValue(uploadsAtom)[datasetId]?.arrived?.at ?? null;
  const live = useLiveDataset(datasetId);
  // The documents of an archive may not exist yet.
  const archives = useQuery(archivesQuery(organizationId, datasetId, live));
  const reading = archives.data?.some(isInWork) ?? false;
  const counts = useQuery(
    countsQuery(organizationId, datasetId, { live, inWork: reading, arrivedAt }),
  );
  const inWork = reading || (counts.data !== undefined && anyInWork(counts.data));

  const wasInWork = useRef(inWork);
  // Work may end between two polls: a last request shows the result.
  useEffect(() => {
    const ended = wasInWork.current && !inWork;
    wasInWork.current = inWork;
    if (!ended) return;
    for (const part of ['documents', 'navigation']) {
      const queryKey = [...queryKeys.datasets(organizationId), datasetId, part];
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [inWork, organizationId, datasetId, queryClient]);

  const polling: PollingState = { live, inWork, arrivedAt };
  return { counts, polling };
}
