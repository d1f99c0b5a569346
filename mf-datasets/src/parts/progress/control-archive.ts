import { client, messageOf, queryKeys } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import type { QueryClient } from '@tanstack/react-query';

import { progressKey } from '../../data/progress-key.ts';

/** What can be done with an archive in progress. */
export type ArchiveControl = 'pause' | 'resume' | 'cancel';

export interface ArchivePlace {
  organizationId: string;
  datasetId: string;
  archiveId: string;
}

/** Pauses, resumes or cancels an archive, and reads what became of it. A failure is a toast. */
export async function controlArchive(
  queryClient: QueryClient,
  { organizationId, datasetId, archiveId }: ArchivePlace,
  control: ArchiveControl,
): Promise<void> {
  const path = {
    pause: apiPaths.archivePause,
    resume: apiPaths.archiveResume,
    cancel: apiPaths.archiveCancel,
  }[control](datasetId, archiveId);
  try {
    await client.post(path, { organizationId }).done();
  } catch (error) {
    toast.error(messageOf(error, `Failed to ${control} the archive`));
  }
  // Also where it ended meanwhile.
  await Promise.all(
    [queryKeys.archives(organizationId, datasetId), progressKey(organizationId, datasetId)].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
