import { useRef } from 'react';

import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { useMainWidth } from '../use-is-narrow.ts';
import { CardList } from './card-list.tsx';
import { NameWithMinor } from './name-with-minor.tsx';
import { RowActions } from './row-actions.tsx';
import { RowMenu } from './row-menu.tsx';
import type { DataTableProps } from './table-column.ts';
import { HeadCell, TableFrame, TableRoot } from './table-parts.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { useVisibleRows } from './use-row-window.ts';

/** Rows as a table, or as cards on a narrow screen, with the same actions. Of more than 100 rows only those in view are rendered. */
export function DataTable<Row>({ loading = false, ...table }: DataTableProps<Row>) {
  const width = useMainWidth();
  const minor = width === 'medium' ? table.columns.filter((column) => column.minor === true) : [];
  const columns = table.columns.filter((column) => !minor.includes(column));
  if (loading) {
    return <TableSkeleton label={table.label} columns={columns.map(({ header }) => header)} />;
  }
  if (width === 'narrow') return <CardList {...table} />;
  return <Table {...table} columns={columns} minor={minor} />;
}

/** The wide form of a data table. */
function Table<Row>({
  label,
  columns,
  minor,
  rows,
  rowKey,
  actions,
  actionsInMenu = false,
}: Omit<DataTableProps<Row>, 'loading'> & { minor: DataTableProps<Row>['columns'] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { virtual, visible, before, after } = useVisibleRows(rows, body);
  const growing = columns.find((column) => column.grow === true) ?? columns[0];
  return (
    <TableFrame scrolling={virtual} tabIndex={virtual ? 0 : undefined}>
      <TableRoot
        steady={virtual}
        aria-label={label}
        aria-rowcount={virtual ? rows.length + 1 : undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                scope="col"
                sticky={virtual}
                align={column.align ?? 'start'}
                style={column.width === undefined ? undefined : { width: column.width }}
              >
                {column.header}
              </HeadCell>
            ))}
            {actions !== undefined && (
              <HeadCell
                scope="col"
                data-actions
                sticky={virtual}
                style={{ width: virtual ? '14rem' : '1%' }}
              >
                <VisuallyHidden>Actions</VisuallyHidden>
              </HeadCell>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <Gap height={before} />}
          {visible.map(({ row, index }) => (
            <tr key={rowKey(row)} aria-rowindex={virtual ? index + 2 : undefined}>
              {columns.map((column, place) => (
                <td
                  key={column.key}
                  data-align={column.align}
                  data-grow={column === growing ? '' : undefined}
                >
                  {place === 0 && minor.length > 0 ? (
                    <NameWithMinor columns={minor} row={row}>
                      {column.cell(row)}
                    </NameWithMinor>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
              {actions !== undefined && (
                <td data-actions>
                  {actionsInMenu ? (
                    <RowMenu actions={actions(row)} />
                  ) : (
                    <RowActions actions={actions(row)} />
                  )}
                </td>
              )}
            </tr>
          ))}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </TableRoot>
    </TableFrame>
  );
}

/** Takes the place of the rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return <tr aria-hidden style={{ height }} />;
}
