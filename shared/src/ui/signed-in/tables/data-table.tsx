import { CardList } from './card-list.tsx';
import { Table } from './table.tsx';
import type { DataTableProps } from './table-column.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { useIsNarrow } from '../use-is-narrow.ts';

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
