import type { Archive } from '@carrel/shared/contract';
import type { RowAction } from '@carrel/shared/ui/signed-in';
import { CircleSlash, Pause, Play } from 'lucide-react';
import { useState } from 'react';

import { isInWork } from '../archives/archives.queries.ts';
import { useMayEdit } from '../selection/use-may-edit.ts';
import { LaterCancelDialog } from './later-progress.tsx';
import { useArchiveControl } from './use-archive-control.ts';

/** Returns what can be done with an archive in work, and the question before it is cancelled. */
export function useArchiveActions(organizationId: string, datasetId: string) {
  const mayEdit = useMayEdit();
  const control = useArchiveControl(organizationId, datasetId);
  const [asked, setAsked] = useState<Archive>();

  const actions = (archive: Archive): RowAction[] => {
    // A server without these calls does not tell whether an archive is paused.
    const isOffered =
      mayEdit && isInWork(archive) && typeof archive.paused === 'boolean' && !archive.cancelled;
    if (!isOffered) return [];
    const disabled = control.isPending && control.variables.archive.id === archive.id;
    return [
      archive.paused === true
        ? {
            label: 'Resume',
            icon: <Play size={14} aria-hidden />,
            disabled,
            onSelect: () => control.mutate({ archive, control: 'resume' }),
          }
        : {
            label: 'Pause',
            icon: <Pause size={14} aria-hidden />,
            disabled,
            onSelect: () => control.mutate({ archive, control: 'pause' }),
          },
      {
        label: 'Cancel',
        icon: <CircleSlash size={14} aria-hidden />,
        disabled,
        onSelect: () => setAsked(archive),
      },
    ];
  };
  const cancel = async (archive: Archive) => {
    await control.mutateAsync({ archive, control: 'cancel' }).catch(() => undefined);
    setAsked(undefined);
  };
  const dialog = asked !== undefined && (
    <LaterCancelDialog
      archive={asked}
      pending={control.isPending}
      onClose={() => setAsked(undefined)}
      onConfirm={() => cancel(asked)}
    />
  );
  return { actions, dialog };
}
