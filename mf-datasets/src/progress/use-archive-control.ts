import { client, messageOf, queryKeys } from '@carrel/shared/api';
import type { Archive } from '@carrel/shared/contract';
import { apiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { progressKey } from './progress-key.ts';

export type ArchiveControl = 'pause' | 'resume' | 'cancel';

const PATHS = {
  pause: apiPaths.archivePause,
  resume: apiPaths.archiveResume,
  cancel: apiPaths.archiveCancel,
} as const;

/** Returns the mutation that pauses, resumes or cancels an archive. */
export function useArchiveControl(organizationId: string, datasetId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ archive, control }: { archive: Archive; control: ArchiveControl }) =>
      client.post(PATHS[control](datasetId, archive.id), { organizationId }).done(),
    onError: (error, { control }) =>
      toast.error(messageOf(error, `Failed to ${control} the archive`)),
    // Also where it ended meanwhile.
    onSettled: () =>
      Promise.all(
        [queryKeys.archives(organizationId, datasetId), progressKey(organizationId, datasetId)].map(
          (queryKey) => queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
