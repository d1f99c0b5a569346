import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Archive } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { startDownload } from '../parts/selection/download/start-download.ts';
import { syncArchive } from '../data/archives.api.ts';

/** Returns the mutations of an archive whose bytes are stored: adding it to its dataset, and downloading it. */
export function useStoredArchive(organizationId: string, datasetId: string) {
  const queryClient = useQueryClient();
  const queryKey = queryKeys.archives(organizationId, datasetId);
  const add = useMutation({
    mutationFn: ({ id }: Archive) => syncArchive(organizationId, datasetId, id),
    onSuccess: (_, { name }) => toast.success(`"${name}" is being added to the dataset`),
    onError: (error) => toast.error(messageOf(error, 'Failed to add the archive to the dataset')),
    // Also where it was added or deleted elsewhere.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const download = useMutation({
    mutationFn: ({ id }: Archive) =>
      startDownload(
        apiPaths.archiveContent(datasetId, id, { organization_id: organizationId }),
        organizationId,
      ),
    onError: (error) => toast.error(messageOf(error, 'Failed to download the archive')),
  });
  return { add, download };
}
