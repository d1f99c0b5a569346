import { listDatasetsQuery, listWorkspacesQuery, messageOf, queryKeys } from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { attachDataset, detachDataset, listAttachedDatasets } from './attachments.api.ts';

/** What the manage screen reads: the workspace among its siblings, all datasets, and the attached ones. */
export function useAttachmentQueries(organizationId: string, workspaceId: string) {
  const workspaces = useQuery(listWorkspacesQuery(organizationId));
  const datasets = useQuery(listDatasetsQuery(organizationId));
  const attached = useQuery({
    queryKey: queryKeys.workspaceDatasets(organizationId, workspaceId),
    queryFn: () => listAttachedDatasets(organizationId, workspaceId),
  });
  return { workspaces, datasets, attached };
}

/** Attaches or detaches one dataset at a time per row; the row changes only once the server agreed. */
export function useAttachmentToggle(organizationId: string, workspaceId: string) {
  const queryClient = useQueryClient();
  const inFlight = useRef(new Set<string>());
  const [updating, setUpdating] = useState<ReadonlySet<string>>(new Set());
  const queryKey = queryKeys.workspaceDatasets(organizationId, workspaceId);

  const send = async (dataset: Dataset, attach: boolean) => {
    const call = attach ? attachDataset : detachDataset;
    try {
      await call(organizationId, workspaceId, dataset.id);
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update dataset attachment'));
      return;
    }
    // A list asked for before the change must not overwrite it.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (before: { datasets: Dataset[] } | undefined) => {
      const others = (before?.datasets ?? []).filter(({ id }) => id !== dataset.id);
      return { datasets: attach ? [...others, dataset] : others };
    });
    toast.success(
      `Dataset "${dataset.name}" ${attach ? 'attached to' : 'detached from'} workspace`,
    );
  };

  const toggle = async (dataset: Dataset, attach: boolean) => {
    if (inFlight.current.has(dataset.id)) return;
    inFlight.current.add(dataset.id);
    setUpdating(new Set(inFlight.current));
    await send(dataset, attach);
    inFlight.current.delete(dataset.id);
    setUpdating(new Set(inFlight.current));
  };

  return { updating, toggle };
}
