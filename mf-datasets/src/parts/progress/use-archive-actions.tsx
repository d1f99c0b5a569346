import type { Archive } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import type { RowAction } from '@carrel/shared/ui/signed-in';
import { useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, CircleSlash } from 'lucide-react';
import { useState } from 'react';

import { isInWork } from '../../data/archives.queries.ts';
import { useMayEdit } from '../selection/use-may-edit.ts';
import type { ArchiveControl } from './control-archive.ts';
import { LazyCancelDialog, loadProgressParts } from './lazy-progress.ts';

/** Returns what can be done with an archive in work, and the question before it is cancelled. */
export function useArchiveActions(organizationId: string, datasetId: string) {
  const mayEdit = useMayEdit();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<Archive>();

  const run = async ({ id: archiveId }: Archive, control: ArchiveControl) => {
    const parts = await loadProgressParts().catch(() => undefined);
    if (parts === undefined) {
      toast.error(`Failed to ${control} the archive`);
      return;
    }
    await parts.controlArchive(queryClient, { organizationId, datasetId, archiveId }, control);
  };
  const actions = (archive: Archive): RowAction[] => {
    const { paused, cancelled } = archive;
    // A server without these calls does not tell whether an archive is paused.
    if (!mayEdit || !isInWork(archive) || typeof paused !== 'boolean' || cancelled) return [];
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
        onSelect: () => setAsked(archive),
      },
    ];
  };
  const close = () => setAsked(undefined);
  const dialog = asked !== undefined && (
    <LazyCancelDialog
      archive={asked}
      onClose={close}
      onConfirm={() => run(asked, 'cancel').then(close)}
    />
  );
  return { actions, dialog };
}
