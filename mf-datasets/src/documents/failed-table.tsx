import type { Document } from '@carrel/shared/contract';
import { CheckboxField, Text } from '@carrel/shared/ui';
import { DataTable, StatusBadge } from '@carrel/shared/ui/workbench';
import type { TableColumn } from '@carrel/shared/ui/workbench';
import { RotateCw } from 'lucide-react';

import { lookOfStatus } from './document-status.ts';

interface FailedTableProps {
  /** Undefined while they are loaded. */
  documents: readonly Document[] | undefined;
  selected: ReadonlySet<string>;
  /** Why the server did not try a document again, by its id. */
  skipped: ReadonlyMap<string, string>;
  busy: boolean;
  onSelect: (documentId: string, selected: boolean) => void;
  onRetry: (documentId: string) => void;
}

interface FailedRow {
  document: Document;
  isSelected: boolean;
  /** Why it was not tried again. */
  skipped: string | undefined;
  onSelect: (selected: boolean) => void;
}

const columns: readonly TableColumn<FailedRow>[] = [
  {
    key: 'path',
    header: 'Document',
    cell: ({ document, isSelected, onSelect }) => (
      <CheckboxField
        label={document.path}
        checked={isSelected}
        onChange={({ target }) => onSelect(target.checked)}
      />
    ),
  },
  {
    key: 'stage',
    header: 'Stage',
    cell: ({ document }) => {
      const { icon: Icon, ...look } = lookOfStatus(document.status);
      return <StatusBadge {...look} icon={<Icon />} />;
    },
  },
  {
    key: 'reason',
    header: 'Reason',
    grow: true,
    cell: ({ document, skipped }) => (
      <Text as="span" display="block" whiteSpace="normal" py={{ md: '2' }}>
        {document.error}
        {skipped !== undefined && (
          <Text as="span" display="block" color="danger.fg">
            {`Not tried again: ${skipped}`}
          </Text>
        )}
      </Text>
    ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    align: 'end',
    cell: ({ document }) => document.attempts ?? 'N/A',
  },
];

/** Failed documents with stage, reason and attempts. */
export function FailedTable(props: FailedTableProps) {
  const { documents, selected, skipped, busy, onSelect, onRetry } = props;
  const rows = documents?.map((document): FailedRow => ({
    document,
    isSelected: selected.has(document.id),
    skipped: skipped.get(document.id),
    onSelect: (isSelected) => onSelect(document.id, isSelected),
  }));
  return (
    <DataTable
      label="Failed documents"
      loading={rows === undefined}
      rows={rows ?? []}
      rowKey={({ document }) => document.id}
      columns={columns}
      actions={({ document }) => [
        {
          label: 'Retry',
          icon: <RotateCw size={14} aria-hidden />,
          prominent: true,
          disabled: busy,
          onSelect: () => onRetry(document.id),
        },
      ]}
    />
  );
}
