import { useIsNarrow } from '@carrel/shared/ui/workbench';

const common = { display: 'grid', alignItems: 'center', px: '4' } as const;

const row = {
  isCard: false,
  /** In pixels. */
  height: 44,
  grid: {
    ...common,
    columnGap: '5',
    gridTemplateColumns: '1rem minmax(0, 1fr) 10.5rem 5rem 4.5rem 6.5rem',
  },
};

const card = {
  isCard: true,
  height: 68,
  grid: { ...common, columnGap: '3', gridTemplateColumns: '1rem minmax(0, 1fr) auto' },
};

/** How an item of a folder is laid out: as a row of a table, or where there is little room as a card of two lines. */
export function useRowLayout(): typeof row {
  return useIsNarrow() ? card : row;
}

/** The frame around rows, or around their skeleton. */
export const rowFrame = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'lg',
  overflow: 'hidden',
} as const;
