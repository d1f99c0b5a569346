import { CardList } from './card-list.tsx';
import { Table } from './table.tsx';
import type { RowAction, TableColumn } from './table-column.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  label: string;
  /** The first column names the row. */
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  actions?: ((row: Row) => readonly RowAction[]) | undefined;
  /** Shows a skeleton of the same shape. */
  loading?: boolean | undefined;
}

/** Rows as a table, as cards where there is no room for one and under 768 px, with the same actions. Over 100 rows only those in sight are built. */
export function DataTable<Row>({ loading = false, ...table }: DataTableProps<Row>) {
  const narrow = useIsNarrow();
  if (loading) {
    return (
      <TableSkeleton label={table.label} columns={table.columns.map((column) => column.header)} />
    );
  }
  return narrow ? <CardList {...table} /> : <Table {...table} />;
}
