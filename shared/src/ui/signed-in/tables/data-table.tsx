import { CardList } from './card-list.tsx';
import { Table } from './table.tsx';
import type { DataTableProps } from './table-column.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';

/** Rows as a table, or as cards on a narrow screen, with the same actions. Of more than 100 rows only those in view are rendered. */
export function DataTable<Row>({ loading = false, ...table }: DataTableProps<Row>) {
  const narrow = useIsNarrow();
  if (loading) {
    return (
      <TableSkeleton label={table.label} columns={table.columns.map((column) => column.header)} />
    );
  }
  return narrow ? <CardList {...table} /> : <Table {...table} />;
}
