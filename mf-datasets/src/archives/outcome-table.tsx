import { Text } from '@carrel/shared/ui';
import { DataTable, StatusBadge } from '@carrel/shared/ui/workbench';
import type { TableColumn } from '@carrel/shared/ui/workbench';

import { OUTCOME_LOOKS } from './outcome-looks.ts';
import type { PathOutcome } from './plan-upload.ts';

const columns: readonly TableColumn<PathOutcome>[] = [
  {
    key: 'path',
    header: 'Path',
    grow: true,
    cell: ({ path }) => (
      <Text as="span" fontWeight="medium" title={path} overflowWrap="anywhere">
        {path}
      </Text>
    ),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => {
      const { icon: Icon, ...look } = OUTCOME_LOOKS[outcome];
      return <StatusBadge {...look} icon={<Icon />} />;
    },
  },
];

const reasonColumn: TableColumn<PathOutcome> = {
  key: 'reason',
  header: 'Reason',
  cell: ({ reason }) => (
    <Text as="span" color="fg.muted" whiteSpace="normal" display="block" minWidth={{ md: '16rem' }}>
      {reason}
    </Text>
  ),
};

interface OutcomeTableProps {
  label: string;
  /** Undefined while they are loaded. */
  rows: readonly PathOutcome[] | undefined;
}

/** Paths with what becomes, or became, of them. */
export function OutcomeTable({ label, rows }: OutcomeTableProps) {
  const hasReasons =
    rows?.some(({ reason }) => typeof reason === 'string' && reason !== '') ?? false;
  return (
    <DataTable
      label={label}
      loading={rows === undefined}
      rows={rows ?? []}
      rowKey={({ path, outcome }) => `${outcome} ${path}`}
      columns={hasReasons ? [...columns, reasonColumn] : columns}
    />
  );
}
