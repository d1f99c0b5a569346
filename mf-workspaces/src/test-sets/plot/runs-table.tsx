import type { TestRun } from '@carrel/shared/contract';
import { Badge, DataTable } from '@carrel/shared/ui/signed-in';
import type { TableColumn } from '@carrel/shared/ui/signed-in';
import { Trash2 } from 'lucide-react';

import { FIGURES, figureText, runName } from './figure-words.ts';

interface RunsTableProps {
  /** Newest first. */
  runs: readonly TestRun[];
  chosen: string | undefined;
  onChoose: (runId: string) => void;
  /** Undefined for those who may not delete one. */
  onDelete: ((run: TestRun) => void) | undefined;
}

const COLUMNS: TableColumn<TestRun>[] = [
  {
    key: 'started',
    header: 'Run',
    cell: (run) => (
      <>
        {runName(run)} {run.changed && <Badge tone="neutral">Settings changed</Badge>}
        {run.error !== null && <Badge tone="danger">{run.error}</Badge>}
      </>
    ),
  },
  {
    key: 'questions',
    header: 'Questions',
    align: 'end',
    cell: ({ questions }) => questions.toLocaleString('en-US'),
  },
  ...FIGURES.map(({ name, label }): TableColumn<TestRun> => ({
    key: name,
    header: label,
    align: 'end',
    cell: ({ figures }) => (figures === null ? '–' : figureText(figures[name])),
  })),
];

/** The figures of runs as a table: the same as the plot, for people who do not see it or point at it. */
export function RunsTable({ runs, chosen, onChoose, onDelete }: RunsTableProps) {
  return (
    <DataTable
      label="Runs"
      rows={runs}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      actions={(run) => [
        {
          label: run.id === chosen ? 'Shown' : 'Show',
          prominent: true,
          disabled: run.id === chosen || run.figures === null,
          onSelect: () => onChoose(run.id),
        },
        ...(onDelete === undefined
          ? []
          : [
              {
                label: 'Delete',
                icon: <Trash2 aria-hidden />,
                danger: true,
                onSelect: () => onDelete(run),
              },
            ]),
      ]}
    />
  );
}
