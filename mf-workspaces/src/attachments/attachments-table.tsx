import type { Dataset } from '@carrel/shared/contract';
import { CheckboxField } from '@carrel/shared/ui';
import { Badge, CopyableId, DataTable } from '@carrel/shared/ui/workbench';

import { useAttachmentToggle } from './attachments.queries.ts';

interface AttachmentsTableProps {
  organizationId: string;
  workspaceId: string;
  datasets: readonly Dataset[];
  attachedIds: ReadonlySet<string>;
}

interface AttachmentRow {
  dataset: Dataset;
  isAttached: boolean;
  isUpdating: boolean;
  onToggle: () => void;
}

const COLUMNS = [
  {
    key: 'dataset',
    header: 'Dataset',
    cell: ({ dataset, isAttached, isUpdating, onToggle }: AttachmentRow) => (
      <CheckboxField
        label={dataset.name}
        description={dataset.description ?? undefined}
        checked={isAttached}
        disabled={isUpdating}
        onChange={onToggle}
      />
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ isAttached }: AttachmentRow) =>
      isAttached ? <Badge tone="success">Attached</Badge> : <Badge tone="neutral">Available</Badge>,
  },
  {
    key: 'id',
    header: 'ID',
    cell: ({ dataset }: AttachmentRow) => <CopyableId id={dataset.id} short />,
  },
];

export function AttachmentsTable({
  organizationId,
  workspaceId,
  datasets,
  attachedIds,
}: AttachmentsTableProps) {
  const { updating, toggle } = useAttachmentToggle(organizationId, workspaceId);
  const rows = datasets.map((dataset): AttachmentRow => {
    const isAttached = attachedIds.has(dataset.id);
    return {
      dataset,
      isAttached,
      isUpdating: updating.has(dataset.id),
      onToggle: () => void toggle(dataset, !isAttached),
    };
  });

  return (
    <DataTable
      label="Datasets"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ dataset }) => dataset.id}
    />
  );
}
