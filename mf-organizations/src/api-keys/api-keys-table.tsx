import { API_KEY_PREFIX } from '@carrel/shared/contract';
import type { ApiKey } from '@carrel/shared/contract';
import { Text } from '@carrel/shared/ui';
import { Badge, formatDate, RelativeTime } from '@carrel/shared/ui/signed-in';
import { Clock, RotateCw, Trash2 } from 'lucide-react';

import { SearchableTable } from '../parts/searchable-table.tsx';
import { scopeLabel } from '../data/scope-labels.ts';

interface ApiKeysTableProps {
  keys: readonly ApiKey[];
  mayRotate: (key: ApiKey) => boolean;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

const COLUMNS = [
  { key: 'name', header: 'Name', cell: ({ name }: ApiKey) => name },
  {
    key: 'key',
    header: 'Key',
    cell: ({ last_four }: ApiKey) => (
      <Text as="span" fontFamily="mono" fontSize="xs" color="fg.muted">
        {`${API_KEY_PREFIX}…${last_four}`}
      </Text>
    ),
  },
  {
    key: 'may',
    header: 'May',
    cell: ({ scopes }: ApiKey) => <MayText text={scopes.map(scopeLabel).join(', ')} />,
  },
  { key: 'where', header: 'Where', minor: true, cell: placesOf },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ last_used_at }: ApiKey) =>
      last_used_at === null ? 'Never' : <RelativeTime value={last_used_at} />,
  },
  { key: 'expires', header: 'Expires', cell: expiryOf },
  {
    key: 'by',
    header: 'Created by',
    minor: true,
    cell: ({ created_by }: ApiKey) =>
      created_by === null ? 'A former member' : `${created_by.first_name} ${created_by.last_name}`,
  },
];

function MayText({ text }: { text: string }) {
  return (
    <Text truncate={{ base: false, md: true }} maxWidth={{ md: '9rem' }} title={text}>
      {text}
    </Text>
  );
}

/** How many places a key is limited to. */
function placesOf({ dataset_ids, workspace_ids }: ApiKey): string {
  if (dataset_ids === null && workspace_ids === null) return 'Everywhere';
  const counted = [
    [workspace_ids?.length ?? 0, 'workspace'],
    [dataset_ids?.length ?? 0, 'dataset'],
  ] as const;
  return counted
    .filter(([count]) => count > 0)
    .map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(', ');
}

function expiryOf({ expires_at, replaced }: ApiKey) {
  if (expires_at === null) return 'Never';
  if (Date.parse(expires_at) <= Date.now()) {
    return (
      <Badge tone="warning">
        <Clock aria-hidden />
        Expired
      </Badge>
    );
  }
  return replaced ? (
    <Badge tone="neutral">
      <Clock aria-hidden />
      Replaced, until {formatDate(expires_at)}
    </Badge>
  ) : (
    formatDate(expires_at)
  );
}

const textOf = ({ name, last_four }: ApiKey) => `${name} ${last_four}`;

export function ApiKeysTable({ keys, mayRotate, onRotate, onRevoke }: ApiKeysTableProps) {
  return (
    <SearchableTable
      label="API keys"
      plural="API keys"
      parameter="key"
      nothing="No API key has this name."
      textOf={textOf}
      columns={COLUMNS}
      rows={keys}
      rowKey={({ id }) => id}
      actions={(key) => [
        {
          label: 'Rotate',
          icon: <RotateCw aria-hidden />,
          disabled: key.replaced || !mayRotate(key),
          onSelect: () => onRotate(key),
        },
        {
          label: 'Revoke',
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => onRevoke(key),
        },
      ]}
    />
  );
}
