import { listDatasetsQuery, loadUploads, queryKeys } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { skipToken, useQuery } from '@tanstack/react-query';

import { TaskRow } from './task-row.tsx';

/** Milliseconds for which the list is not read again when the window gets the focus. */
const FRESH_MS = 30_000;

/** The user's uploads that run nowhere and can go on, each with a link to its screen. */
export function PausedUploads({ collapsed }: { collapsed: boolean }) {
  const { user, organizationId } = useShell();
  const isMember = organizationId !== null && user?.memberships[organizationId] !== undefined;
  const { data: uploads = [] } = useQuery({
    queryKey: queryKeys.uploads(organizationId ?? ''),
    queryFn: isMember
      ? async ({ signal }) => {
          const { listUnfinishedUploads } = await loadUploads();
          return listUnfinishedUploads({ organizationId, signal });
        }
      : skipToken,
    staleTime: FRESH_MS,
    retry: false,
  });
  const paused = uploads.filter(({ runs }) => runs === 'nowhere');
  const { data: datasets } = useQuery({
    ...listDatasetsQuery(organizationId ?? ''),
    enabled: isMember && paused.length > 0,
  });
  if (paused.length === 0) return null;
  return (
    <Box
      as="ul"
      aria-label="Paused uploads"
      listStyleType="none"
      maxHeight="40%"
      overflowY="auto"
      flexShrink="0"
      px={collapsed ? '2' : '3'}
      pb="2"
    >
      {paused.map(({ id, dataset_id, filename, size, received }) => {
        const dataset = datasets?.datasets.find((each) => each.id === dataset_id)?.name;
        const value = size === 0 ? 100 : (received / size) * 100;
        const task = {
          label: dataset === undefined ? filename : `${dataset}: ${filename}`,
          value,
          detail: `Paused, ${Math.floor(value)}%`,
          to: consolePaths.datasetArchives(dataset_id),
        };
        return <TaskRow key={id} task={task} collapsed={collapsed} />;
      })}
    </Box>
  );
}
