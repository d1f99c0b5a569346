import { shownName } from '@carrel/shared/contract';
import { outcomeNote } from '@carrel/shared/packing';
import type { PathOutcome } from '@carrel/shared/packing';
import { Box } from '@carrel/shared/ui';
import { DataTable, StatusBadge } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';

import { OUTCOME_LOOKS } from './outcome-looks.ts';

/** With more rows only those in view are rendered, all of one height. */
const WRAPPED_UP_TO = 100;

const outcomeColumn: TableColumn<PathOutcome> = {
  key: 'outcome',
  header: 'Outcome',
  cell: ({ outcome }) => {
    const { icon: Icon, ...look } = OUTCOME_LOOKS[outcome];
    return <StatusBadge {...look} icon={<Icon />} />;
  },
};

const COLUMNS: readonly TableColumn<PathOutcome>[] = [
  {
    key: 'path',
    header: 'Path',
    grow: true,
    cell: (entry) => {
      const path = shownName(entry.path);
      const note = outcomeNote(entry, shownName);
      return (
        <div data-outcome>
          <span title={path}>{path}</span>
          {note !== '' && <span title={note}>{note}</span>}
        </div>
      );
    },
  },
  outcomeColumn,
];

// Cells are plain elements, styled from here: there may be thousands.
const LINE = { display: 'block', overflowWrap: 'anywhere' } as const;
const lines = (first: object, cell: object) => ({
  '& [data-outcome]': { minWidth: '0', ...cell },
  '& [data-outcome] > span': { ...LINE, fontWeight: 'medium', ...first },
  '& [data-outcome] > span + span': { fontSize: 'xs', fontWeight: 'normal', color: 'fg.muted' },
});
const WRAPPED = lines({ whiteSpace: 'normal' }, { py: { md: '1.5' } });
const CUT = lines({ truncate: { base: false, md: true } }, {});

interface OutcomeTableProps {
  label: string;
  /** Undefined while they are loaded. */
  rows: readonly PathOutcome[] | undefined;
}

/** Paths with their planned or recorded outcomes. */
export function OutcomeTable({ label, rows }: OutcomeTableProps) {
  return (
    <Box css={(rows?.length ?? 0) > WRAPPED_UP_TO ? CUT : WRAPPED}>
      <DataTable
        label={label}
        loading={rows === undefined}
        rows={rows ?? []}
        rowKey={({ path, outcome }) => `${outcome} ${path}`}
        columns={COLUMNS}
      />
    </Box>
  );
}
