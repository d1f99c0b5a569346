import type { Passkey } from '@carrel/shared/contract/sign-in';
import { Box } from '@carrel/shared/ui';
import { Badge, RelativeTime, type TableColumn } from '@carrel/shared/ui/signed-in';

export const PASSKEY_COLUMNS: readonly TableColumn<Passkey>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ name }) => (
      <Box minWidth="0" overflowWrap="anywhere">
        {name}
      </Box>
    ),
  },
  {
    key: 'place',
    header: 'Kept',
    cell: ({ device_type: type, backed_up: isCopied }) =>
      type === 'multiDevice' && isCopied ? (
        <Badge tone="success">Synced</Badge>
      ) : (
        <Badge>This device only</Badge>
      ),
  },
  {
    key: 'created',
    header: 'Added',
    cell: ({ created_at }) => <RelativeTime value={created_at} />,
  },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? 'Never' : <RelativeTime value={last_used_at} />,
  },
];
