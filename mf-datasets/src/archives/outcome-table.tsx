import { Box, Text } from '@carrel/shared/ui';
import { DataTable, StatusBadge } from '@carrel/shared/ui/workbench';
import type { TableColumn } from '@carrel/shared/ui/workbench';

import { OUTCOME_LOOKS } from './outcome-looks.ts';
import type { PathOutcome } from './plan-upload.ts';

/** From more rows on only those in sight are built, all of one height. */
const WRAPPED_UP_TO = 100;

const outcomeColumn: TableColumn<PathOutcome> = {
  key: 'outcome',
  header: 'Outcome',
  cell: ({ outcome }) => {
    const { icon: Icon, ...look } = OUTCOME_LOOKS[outcome];
    return <StatusBadge {...look} icon={<Icon />} />;
  },
};

const pathColumn = (wraps: boolean): TableColumn<PathOutcome> => ({
  key: 'path',
  header: 'Path',
  grow: true,
  cell: ({ path, reason }) => <PathCell path={path} reason={reason} wraps={wraps} />,
});

const COLUMNS = {
  wrapped: [pathColumn(true), outcomeColumn],
  cut: [pathColumn(false), outcomeColumn],
};

type PathCellProps = Pick<PathOutcome, 'path' | 'reason'> & { wraps: boolean };

/** A path, and under it why it is so. */
function PathCell({ path, reason, wraps }: PathCellProps) {
  const fit = wraps ? { whiteSpace: 'normal' } : { truncate: { base: false, md: true } };
  return (
    <Box minWidth="0" py={wraps ? { md: '1.5' } : '0'}>
      <Text
        as="span"
        display="block"
        fontWeight="medium"
        title={path}
        overflowWrap="anywhere"
        {...fit}
      >
        {path}
      </Text>
      {typeof reason === 'string' && reason !== '' && (
        <Text
          as="span"
          display="block"
          fontSize="xs"
          fontWeight="normal"
          color="fg.muted"
          title={reason}
          {...fit}
        >
          {reason}
        </Text>
      )}
    </Box>
  );
}

interface OutcomeTableProps {
  label: string;
  /** Undefined while they are loaded. */
  rows: readonly PathOutcome[] | undefined;
}

/** Paths with what becomes, or became, of them. */
export function OutcomeTable({ label, rows }: OutcomeTableProps) {
  return (
    <DataTable
      label={label}
      loading={rows === undefined}
      rows={rows ?? []}
      rowKey={({ path, outcome }) => `${outcome} ${path}`}
      columns={(rows?.length ?? 0) > WRAPPED_UP_TO ? COLUMNS.cut : COLUMNS.wrapped}
    />
  );
}
