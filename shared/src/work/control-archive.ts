import { client, messageOf, queryKeys } from '@carrel/shared/api';
import { apiPaths } from '@carrel/shared/paths';
import { toast } from '@carrel/shared/ui';
import type { QueryClient } from '@tanstack/react-query';

import { backgroundWorkKey } from './background-work-key.ts';

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
  // Also where it ended meanwhile. What is read of a dataset is below its key.
  await Promise.all(
    [[...queryKeys.datasets(organizationId), datasetId], backgroundWorkKey(organizationId)].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/** What is said before an archive is cancelled. */
export const cancelTexts = (name: string, { purges }: { purges: boolean }) => ({
  title: 'Cancel processing',
  name,
  consequences: [
    'Files that are ready stay.',
    'Those that are not are marked as cancelled and can be retried.',
    ...(purges
      ? ['The stored archive is purged. Retrying then needs the originals that the dataset keeps.']
      : []),
  ],
  confirmLabel: 'Cancel processing',
  closeLabel: 'Keep processing',
});
