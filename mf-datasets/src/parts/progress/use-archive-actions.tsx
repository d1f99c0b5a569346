import type { Archive } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import type { RowAction } from '@carrel/shared/ui/signed-in';
import { cancelTexts } from '@carrel/shared/work';
import type { ArchiveControl } from '@carrel/shared/work';
import { useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, CircleSlash } from 'lucide-react';

import { useMayEditDataset } from '../use-may-edit-dataset.ts';
import { isInProgress } from '../../data/archives.queries.ts';
import { loadProgressParts } from './lazy-progress.ts';

/** Returns what can be done with an archive in progress, and the question before it is cancelled. */
export function useArchiveActions(organizationId: string, datasetId: string) {
  const mayEdit = useMayEditDataset();
  const queryClient = useQueryClient();

  const run = async ({ id: archiveId }: Archive, control: ArchiveControl) => {
    const parts = await loadProgressParts().catch(() => undefined);
    if (parts === undefined) {
      toast.error(`Failed to ${control} the archive`);
      return;
    }
    await parts.controlArchive(queryClient, { organizationId, datasetId, archiveId }, control);
  };
  const cancellation = useConfirm((archive: Archive) => ({
    ...cancelTexts(archive.name, { purges: archive.purge_on_completion }),
    act: () => run(archive, 'cancel'),
    failed: () => 'Failed to cancel the archive',
  }));
  const actions = (archive: Archive): RowAction[] => {
    const { paused, cancelled } = archive;
    // A server without these calls does not tell whether an archive is paused.
    if (!mayEdit || !isInProgress(archive) || typeof paused !== 'boolean' || cancelled) return [];
    return [
      paused
        ? {
            label: 'Resume',
            icon: <CirclePlay size={14} aria-hidden />,
            onSelect: () => run(archive, 'resume'),
          }
        : {
            label: 'Pause',
            icon: <CirclePause size={14} aria-hidden />,
            onSelect: () => run(archive, 'pause'),
          },
      {
        label: 'Cancel',
        icon: <CircleSlash size={14} aria-hidden />,
        onSelect: () => cancellation.ask(archive),
      },
    ];
  };
  return { actions, dialog: cancellation.dialog };
}
