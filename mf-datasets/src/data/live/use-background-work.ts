import { useOrganizationId } from '@carrel/shared/shell';
import { backgroundWorkKey } from '@carrel/shared/work';
import type { FollowedWork } from '@carrel/shared/work';
import { skipToken, useQuery } from '@tanstack/react-query';

/** Whether the server does anything on a dataset in the background, as the panel of background work has read. */
export function useHasBackgroundWork(datasetId: string): boolean {
  const { data } = useQuery<FollowedWork>({
    queryKey: backgroundWorkKey(useOrganizationId()),
    queryFn: skipToken,
  });
  return data?.rows.some(({ dataset }) => dataset?.id === datasetId) === true;
}
