import type { Grant } from '@carrel/shared/contract';
import { Box, Text } from '@carrel/shared/ui';
import { RelativeTime } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';

export const GRANT_COLUMNS: readonly TableColumn<Grant>[] = [
  {
    key: 'program',
    header: 'Program',
    cell: ({ client_name, redirect_host }) => (
      <Box minWidth="0" overflowWrap="anywhere">
        {client_name}
        <Text fontSize="xs" color="fg.muted">
          {redirect_host}
        </Text>
      </Box>
    ),
  },
  {
    key: 'workspace',
    header: 'Workspace',
    cell: ({ workspace_name, organization_name }) => (
      <Box minWidth="0" overflowWrap="anywhere">
        {workspace_name}
        <Text fontSize="xs" color="fg.muted">
          {organization_name}
        </Text>
      </Box>
    ),
  },
  {
    key: 'created',
    header: 'Connected',
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? 'Never' : <RelativeTime value={last_used_at} />,
  },
];
