import { useIsNarrow } from '@carrel/shared/ui/signed-in';

import { markStyles } from '../../../parts/selection/choosing/mark-styles.ts';

const common = { display: 'grid', alignItems: 'center', px: '4' } as const;

// Rows and their cells are plain elements, styled from here: a styled component for each would cost more than everything else.
export const rowStyles = {
  position: 'absolute',
  insetInline: '0',
  top: '0',
  borderTopWidth: '1px',
  borderColor: 'border.subtle',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  _hover: { bg: 'bg.subtle' },
  _focusVisible: { outlineOffset: '-2px' },
  '&[data-drop]': { bg: 'accent.subtle', boxShadow: 'inset 0 0 0 2px {colors.accent}' },
  ...markStyles,
  '& td': { minWidth: '0', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& td[data-size]': { textAlign: 'end' },
  '& [data-name]': { truncate: true, color: 'fg.default', fontWeight: 'medium' },
  '& [data-name] a': {
    borderRadius: 'sm',
    textUnderlineOffset: '0.2em',
    textDecorationThickness: '1px',
    _hover: { textDecoration: 'underline' },
  },
  '& [data-id]': { fontFamily: 'mono', fontSize: 'xs' },
  '& [data-facts]': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    mt: '0.5',
    fontSize: 'xs',
    lineHeight: 'short',
  },
} as const;

const rowGrid = {
  ...common,
  columnGap: '5',
  gridTemplateColumns: '1rem minmax(0, 1fr) 10.5rem 5rem 4.5rem 6.5rem',
};
const cardGrid = { ...common, columnGap: '3', gridTemplateColumns: '1rem minmax(0, 1fr) auto' };

const row = {
  isCard: false,
  /** In pixels. */
  height: 44,
  grid: rowGrid,
  /** Styles of the table for its rows. */
  styles: { '& [data-row]': { ...rowGrid, ...rowStyles } },
};

const card = {
  isCard: true,
  height: 68,
  grid: cardGrid,
  styles: { '& [data-row]': { ...cardGrid, ...rowStyles } },
};

/** Returns the layout of a folder's items: rows of a table, or cards of two lines on a narrow screen. */
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
