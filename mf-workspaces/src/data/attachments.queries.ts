import {
  isApiError,
  listDatasetsQuery,
  listWorkspacesQuery,
  useFirstRead,
  messageOf,
  queryKeys,
} from '@carrel/shared/api';
import type { Dataset } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Mutation } from '@tanstack/react-query';

import { attachDataset, detachDataset, listAttachedDatasets } from './attachments.api.ts';

/** Milliseconds between two readings of what is attached, which people also change elsewhere. */
const REFRESH_MS = 10_000;

/** The datasets that are attached to a workspace. */
export const attachedDatasetsQuery = (organizationId: string, workspaceId: string) => ({
  queryKey: queryKeys.workspaceDatasets(organizationId, workspaceId),
  queryFn: () => listAttachedDatasets(organizationId, workspaceId),
});

/** Reads the organization's workspaces and datasets, and the datasets attached to one workspace. */
export function useAttachmentQueries(organizationId: string, workspaceId: string) {
  const reads = {
    workspaces: listWorkspacesQuery(organizationId),
    datasets: listDatasetsQuery(organizationId),
    attached: attachedDatasetsQuery(organizationId, workspaceId),
  };
  useFirstRead(reads.workspaces);
  useFirstRead(reads.datasets);
  useFirstRead(reads.attached);
  const workspaces = useQuery(reads.workspaces);
  const datasets = useQuery(reads.datasets);
  const attached = useQuery({ ...reads.attached, refetchInterval: REFRESH_MS });
  return { workspaces, datasets, attached };
}

/** Attaches datasets one after another; the rows change after all responses. A failure leaves the others attached. */
export function useAttachAll(organizationId: string, workspaceId: string) {
  const queryClient = useQueryClient();
  const queryKey = queryKeys.workspaceDatasets(organizationId, workspaceId);
  return useMutation({
    mutationFn: async (datasets: readonly Dataset[]) => {
      for (const { id } of datasets) await attachDataset(organizationId, workspaceId, id);
    },
    onSuccess: (_, { length }) =>
      toast.success(
        length === 1
          ? '1 dataset attached to workspace'
          : `${length} datasets attached to workspace`,
      ),
    onError: (error) => toast.error(messageOf(error, 'Failed to update dataset attachment')),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

interface Toggle {
  dataset: Dataset;
  attach: boolean;
}

const datasetIdOf = ({ state }: Mutation) => (state.variables as Toggle).dataset.id;

/** Attaches or detaches one dataset at a time per row; the row changes only after the response. */
export function useAttachmentToggle(organizationId: string, workspaceId: string) {
  const queryClient = useQueryClient();
  const queryKey = queryKeys.workspaceDatasets(organizationId, workspaceId);
  const pending = { mutationKey: queryKey, status: 'pending' } as const;
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ dataset, attach }: Toggle) =>
      (attach ? attachDataset : detachDataset)(organizationId, workspaceId, dataset.id),
    onSuccess: async (_, { dataset, attach }) => {
      // A list requested before the change must not overwrite it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (before: { datasets: Dataset[] } | undefined) => {
        const others = (before?.datasets ?? []).filter(({ id }) => id !== dataset.id);
        return { datasets: attach ? [...others, dataset] : others };
      });
      toast.success(
        `Dataset "${dataset.name}" ${attach ? 'attached to' : 'detached from'} workspace`,
      );
    },
    onError: async (error) => {
      toast.error(messageOf(error, 'Failed to update dataset attachment'));
      // The dataset may have been deleted elsewhere: then its row has to go.
      if (isApiError(error) && error.status === 404) {
        const { queryKey } = listDatasetsQuery(organizationId);
        await queryClient.invalidateQueries({ queryKey, exact: true });
      }
    },
  });
  const updating = new Set(useMutationState({ filters: pending, select: datasetIdOf }));
  // Asks the client: a second click may come before the next render.
  const toggle = (dataset: Dataset, attach: boolean) => {
    const predicate = (mutation: Mutation) => datasetIdOf(mutation) === dataset.id;
    if (queryClient.isMutating({ ...pending, predicate }) === 0) mutate({ dataset, attach });
  };
  return { updating, toggle };
}
