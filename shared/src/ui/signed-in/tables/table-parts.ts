import { chakra } from '@chakra-ui/react/styled-system';

/** A row's height in pixels at the browser's usual text size. */
export const ROW_HEIGHT = 44;

export const TableFrame = chakra('div', {
  // Text for screen readers is positioned absolutely; it must not extend a table that scrolls.
  base: {
    position: 'relative',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'lg',
    overflowX: 'auto',
  },
  variants: {
    scrolling: {
      true: { overflow: 'auto', maxHeight: 'calc(100dvh - 14rem)', minHeight: '20rem' },
    },
  },
});
export const TableRoot = chakra('table', {
  // Rows are added and removed while scrolling: the widths of the columns must not change.
  variants: { steady: { true: { tableLayout: 'fixed' } } },
  base: {
    width: 'full',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    // Not collapsed: a sticky head would lose its border.
    borderCollapse: 'separate',
    borderSpacing: 0,
    // Rows and cells are plain elements, styled from here: a styled component for each would cost more than everything else.
    '& tbody tr': { transition: 'background-color 120ms ease-out', _hover: { bg: 'bg.subtle' } },
    '& tbody tr:last-of-type > td': { borderBottomWidth: 0 },
    '& td': {
      height: '2.75rem',
      maxWidth: '18rem',
      px: '4',
      py: '1',
      borderBottomWidth: '1px',
      truncate: true,
    },
    '& td[data-align=end]': { textAlign: 'end' },
    // The actions stay in view where the columns need more room than there is.
    '& [data-actions]': { position: 'sticky', insetEnd: 0, bg: 'bg.panel' },
    '& td[data-actions]': { maxWidth: 'none', textAlign: 'end' },
    '& tbody tr:hover > td[data-actions]': { bg: 'bg.subtle' },
    // In a table a width of 100 % takes the remaining space; a maximum of 0 lets it shrink again.
    '& td[data-grow]': { width: 'full', minWidth: '10rem', maxWidth: 0 },
  },
});
export const HeadCell = chakra('th', {
  base: {
    height: '9',
    px: '4',
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    bg: 'bg.panel',
    borderBottomWidth: '1px',
  },
  variants: {
    sticky: { true: { position: 'sticky', top: 0, zIndex: 'sticky' } },
    align: { start: {}, end: { textAlign: 'end' } },
  },
});
