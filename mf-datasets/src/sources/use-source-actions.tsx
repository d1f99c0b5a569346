import { messageOf } from '@carrel/shared/api';
import type { Source } from '@carrel/shared/contract/sources';
import { toast } from '@carrel/shared/ui';
import { useConfirm } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import {
  approveSourceRun,
  cancelSourceRun,
  connectSource,
  deleteSource,
  startSourceRun,
  updateSource,
} from '../data/sources/sources.api.ts';
import type { SourcesPlace } from '../data/sources/sources.api.ts';
import { sourcesKey } from '../data/sources/sources.queries.ts';

/** What can be done with a source. Each reads the sources again. */
export function useSourceActions(place: SourcesPlace, onDeleted?: () => void) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: sourcesKey(place) });
  const idsOf = ({ id }: Source) => ({ ...place, sourceId: id });
  const action = (act: (source: Source) => Promise<unknown>, failed: string) => ({
    mutationFn: act,
    onSuccess: reload,
    onError: (error: Error) => {
      toast.error(messageOf(error, failed));
      // Another person may have done the same.
      return reload();
    },
  });

  const run = useMutation(
    action((source) => startSourceRun(idsOf(source)), 'Failed to run the source'),
  );
  const approve = useMutation(
    action((source) => approveSourceRun(idsOf(source)), 'Failed to start the run'),
  );
  const cancel = useMutation(
    action((source) => cancelSourceRun(idsOf(source)), 'Failed to cancel the run'),
  );
  const pause = useMutation(
    action(
      (source) => updateSource(idsOf(source), { paused: !source.paused }),
      'Failed to update source',
    ),
  );
  const connect = useMutation({
    mutationFn: (sourceId: string) => connectSource({ ...place, sourceId }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast.error(messageOf(error, 'Failed to connect the source')),
  });
  const removal = useConfirm((source: Source) => ({
    title: 'Delete source',
    name: source.name,
    consequences: [
      'Its documents stay, and are not kept up to date any more',
      'What it signs in with is deleted, and so are its runs',
    ],
    confirmLabel: 'Delete source',
    act: () => deleteSource(idsOf(source)),
    done: 'Source deleted',
    failed: (error) => messageOf(error, 'Failed to delete source'),
    missing: reload,
    after: () => {
      onDeleted?.();
      return reload();
    },
  }));
  return { run, approve, cancel, pause, connect, removal };
}

export type SourceActions = ReturnType<typeof useSourceActions>;
