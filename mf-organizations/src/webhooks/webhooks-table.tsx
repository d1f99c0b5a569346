import type { Webhook } from '@carrel/shared/contract/organization';
import { Text } from '@carrel/shared/ui';
import { RelativeTime } from '@carrel/shared/ui/signed-in';
import { CirclePause, CirclePlay, List, Pencil, RotateCw, Trash2 } from 'lucide-react';

import { SearchableTable } from '../parts/searchable-table.tsx';
import { eventLabel } from '../data/event-labels.ts';
import { WebhookState } from './webhook-state.tsx';

interface WebhooksTableProps {
  webhooks: readonly Webhook[];
  onLog: (webhook: Webhook) => void;
  onEdit: (webhook: Webhook) => void;
  onRotate: (webhook: Webhook) => void;
  onToggle: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
}

const COLUMNS = [
  { key: 'name', header: 'Name', cell: ({ name }: Webhook) => name },
  {
    key: 'url',
    header: 'URL',
    grow: true,
    cell: ({ url }: Webhook) => (
      <Text
        truncate={{ base: false, md: true }}
        fontFamily="mono"
        fontSize="xs"
        color="fg.muted"
        title={url}
      >
        {url}
      </Text>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    cell: (webhook: Webhook) => (
      <Text
        truncate={{ base: false, md: true }}
        maxWidth={{ md: '10rem' }}
        title={eventsOf(webhook)}
      >
        {eventsOf(webhook)}
      </Text>
    ),
  },
  {
    key: 'delivered',
    header: 'Last delivered',
    minor: true,
    cell: ({ last_delivered_at: at }: Webhook) =>
      at === null ? 'Never' : <RelativeTime value={at} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: (webhook: Webhook) => <WebhookState webhook={webhook} />,
  },
];

const eventsOf = ({ events, dataset_ids: ids }: Webhook): string =>
  `${placesOf(ids)}: ${events.map(eventLabel).join(', ')}`;

function placesOf(ids: Webhook['dataset_ids']): string {
  if (ids === null) return 'All datasets';
  return `${ids.length} dataset${ids.length === 1 ? '' : 's'}`;
}

const textOf = ({ name, url }: Webhook) => `${name} ${url}`;

export function WebhooksTable(props: WebhooksTableProps) {
  const { webhooks, onLog, onEdit, onRotate, onToggle, onDelete } = props;
  return (
    <SearchableTable
      label="Webhooks"
      plural="webhooks"
      parameter="webhook"
      nothing="No webhook has this name or URL."
      textOf={textOf}
      columns={COLUMNS}
      rows={webhooks}
      rowKey={({ id }) => id}
      actionsInMenu
      actions={(webhook) => [
        { label: 'Deliveries', icon: <List aria-hidden />, onSelect: () => onLog(webhook) },
        { label: 'Edit', icon: <Pencil aria-hidden />, onSelect: () => onEdit(webhook) },
        {
          label: 'Rotate secret',
          icon: <RotateCw aria-hidden />,
          onSelect: () => onRotate(webhook),
        },
        {
          label: webhook.enabled ? 'Disable' : 'Enable',
          icon: webhook.enabled ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />,
          onSelect: () => onToggle(webhook),
        },
        {
          label: 'Delete',
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => onDelete(webhook),
        },
      ]}
    />
  );
}
