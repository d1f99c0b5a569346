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
  // Also where it ended meanwhile.
  await readAgain(queryClient, organizationId, datasetId);
}

/** What is read of a dataset is below its key. */
async function readAgain(
  queryClient: QueryClient,
  organizationId: string,
  datasetId: string,
): Promise<void> {
  await Promise.all(
    [[...queryKeys.datasets(organizationId), datasetId], backgroundWorkKey(organizationId)].map(
      (queryKey) => queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

/**
 * Has no more documents of a dataset processed again.
 * @throws ApiError where the server refuses
 */
export async function cancelReprocessing(
  queryClient: QueryClient,
  { organizationId, datasetId }: Omit<ArchivePlace, 'archiveId'>,
): Promise<void> {
  await client.delete(apiPaths.reprocessDocuments(datasetId), { organizationId }).done();
  await readAgain(queryClient, organizationId, datasetId);
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

/** What is said before documents of a dataset are not processed again any more. */
export const cancelAgainTexts = (name: string) => ({
  title: 'Stop processing again',
  name,
  consequences: [
    'Documents that are done keep their new passages.',
    'The others stay as they are, and searches find them as before.',
  ],
  confirmLabel: 'Stop processing',
  closeLabel: 'Keep processing',
});
