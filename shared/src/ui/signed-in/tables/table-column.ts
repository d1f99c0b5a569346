import type { ReactNode } from 'react';

import type { MenuItem } from '../menus/menu-entry.tsx';

/** One column of a table; on a phone, one line of a card. */
export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** A CSS length; without one the column takes what its content needs, up to 18rem. */
  width?: string | undefined;
  /** Takes the space that is left, and cuts what is longer with an ellipsis; the first column, where none says so. */
  grow?: boolean | undefined;
}

/** What can be done with a row: shown as buttons in the table, as a menu on a phone. */
export interface RowAction extends Pick<
  MenuItem,
  'label' | 'icon' | 'onSelect' | 'danger' | 'disabled'
> {
  /** Where it leads: in the table it is then a link, which a middle click opens in a tab of its own. */
  to?: string | undefined;
  /** Keeps the word beside or in place of the icon, for the one or two actions that matter most. */
  prominent?: boolean | undefined;
}

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
