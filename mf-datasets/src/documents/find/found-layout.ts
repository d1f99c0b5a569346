import { useIsNarrow } from '@carrel/shared/ui/signed-in';

import { rowStyles } from '../folder/rows/row-layout.ts';

const common = { display: 'grid', alignItems: 'center', px: '4' } as const;

const rows = {
  ...rowStyles,
  '& [data-path]': { truncate: true, fontSize: 'xs', lineHeight: 'short' },
};

const rowGrid = {
  ...common,
  columnGap: '5',
  gridTemplateColumns: '1rem minmax(0, 1fr) 6rem 10.5rem 5rem 6.5rem',
};
const cardGrid = { ...common, columnGap: '3', gridTemplateColumns: '1rem minmax(0, 1fr) auto' };

const row = {
  isCard: false,
  /** In pixels. */
  height: 56,
  grid: rowGrid,
  /** Styles of the table for its rows. */
  styles: { '& [data-row]': { ...rowGrid, ...rows } },
};

const card = {
  isCard: true,
  height: 84,
  grid: cardGrid,
  styles: { '& [data-row]': { ...cardGrid, ...rows } },
};

/** Returns the layout of found documents: rows of a table, or cards of three lines on a narrow screen. */
export function useFoundLayout(): typeof row {
  return useIsNarrow() ? card : row;
}
