import { queryKeys } from '@carrel/shared/api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';

import { archivesQuery, isInWork } from '../archives/archives.queries.ts';
import { uploadsAtom } from '../uploads/upload.atoms.ts';
import { useLiveDataset } from './use-live-dataset.ts';
import { anyInWork, countsQuery } from '../documents/documents.queries.ts';
import type { Pace } from '../documents/documents.queries.ts';

/** The counts of a dataset's documents, and how often its folders are worth another look. */
export function useDatasetProgress(organizationId: string, datasetId: string) {
  const queryClient = useQueryClient();
  const arrivedAt = useAtomValue(uploadsAtom)[datasetId]?.arrived?.at ?? null;
  const live = useLiveDataset(datasetId);
  // An archive's documents may be yet to come.
  const archives = useQuery(archivesQuery(organizationId, datasetId, live));
  const reading = archives.data?.some(isInWork) ?? false;
  const counts = useQuery(
    countsQuery(organizationId, datasetId, { live, inWork: reading, arrivedAt }),
  );
  const inWork = reading || (counts.data !== undefined && anyInWork(counts.data));

  const wasInWork = useRef(inWork);
  // The end may fall between two looks: a last one shows it.
  useEffect(() => {
    const ended = wasInWork.current && !inWork;
    wasInWork.current = inWork;
    if (!ended) return;
    for (const part of ['documents', 'navigation']) {
      const queryKey = [...queryKeys.datasets(organizationId), datasetId, part];
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [inWork, organizationId, datasetId, queryClient]);

  const pace: Pace = { live, inWork, arrivedAt };
  return { counts, pace };
}
