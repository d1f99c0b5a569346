import type { ReactNode } from 'react';

import type { MenuItem } from '../menus/menu-entry.tsx';

/** One column of a table; on a phone, one line of a card. */
export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** A CSS length; by default the column is as wide as its content, up to 18rem. */
  width?: string | undefined;
  /** Takes the remaining space, and truncates longer content; by default the first column does. */
  grow?: boolean | undefined;
  /** Stands below the row's name, with its header, where not all columns have room. */
  minor?: boolean | undefined;
}

/** An action of a row: a button in the table, an item of a menu on a phone. */
export interface RowAction extends Pick<
  MenuItem,
  'label' | 'icon' | 'onSelect' | 'danger' | 'disabled'
> {
  /** A path, which makes it a link in the table: a middle click opens it in a new tab. */
  to?: string | undefined;
  /** Shows the label, for the one or two main actions. */
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
  /** Shows the actions of a row as a menu in the table as well: for rows with more than two. */
  actionsInMenu?: boolean | undefined;
  /** Shows a skeleton of the same shape. */
  loading?: boolean | undefined;
}
