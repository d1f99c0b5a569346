import type { FindSort } from '@carrel/shared/contract';
import { useIsNarrow } from '@carrel/shared/ui/signed-in';
import type { ReactNode } from 'react';

import { markStyles } from '../../parts/selection/choosing/mark-styles.ts';

/** The width of the column that takes what the others leave. */
export const REST = 'minmax(0, 1fr)';

/** What an entry of a list of documents has at least. */
export interface ListEntry {
  path: string;
  name: string;
}

/** Where a cell is. */
export interface CellPlace {
  datasetId: string;
  isCard: boolean;
}

export interface ListColumn<Entry> {
  header: string;
  /** In the grid of a row. */
  width: string;
  align?: 'end';
  /** Where it is on a card: its first line, the line below, or its end. */
  onCard: 'title' | 'fact' | 'end';
  /** The order that a press on its header asks for. */
  sort?: FindSort;
  cell: (entry: Entry, place: CellPlace) => ReactNode;
}

/** What a list shows of its entries. */
interface Shown<Entry> {
  /** In pixels. */
  rowHeight: number;
  cardHeight: number;
  /** What a selection calls an entry; undefined for one that cannot be selected. */
  idOf: (entry: Entry) => string | undefined;
  /** What an entry is, in a word and as an icon. */
  kindOf: (entry: Entry) => { label: string; icon: ReactNode };
  columns: readonly ListColumn<Entry>[];
}

export interface ListView<Entry> extends Shown<Entry> {
  row: ListLayout;
  card: ListLayout;
}

export interface ListLayout {
  isCard: boolean;
  /** Of a row, in pixels. */
  height: number;
  grid: object;
  /** Styles of the table for its rows. */
  styles: object;
}

/** The height of the bar above a screen, below which a heading stays. */
const PAGE_BAR = '3rem';

// Rows and their cells are plain elements, styled from here: a styled component for each would cost more than everything else.
const rowStyles = {
  position: 'absolute',
  insetInline: '0',
  top: '0',
  borderTopWidth: '1px',
  borderColor: 'border.subtle',
  fontSize: 'sm',
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  // The bar of the page and the heading must not cover the row that the keyboard moves to.
  scrollMarginTop: `calc(${PAGE_BAR} + 2.5rem)`,
  _hover: { bg: 'bg.subtle' },
  _focusVisible: { outlineOffset: '-2px' },
  '&[data-drop]': { bg: 'accent.subtle', boxShadow: 'inset 0 0 0 2px {colors.accent}' },
  '& [data-menu]': {
    display: 'grid',
    placeItems: 'center',
    boxSize: '2rem',
    ms: '-2',
    opacity: 0,
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'bg.hover', color: 'fg.default' },
  },
  ...markStyles,
  '& td': { minWidth: '0', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& td[data-end]': { textAlign: 'end' },
  '& [data-name]': { truncate: true, color: 'fg.default', fontWeight: 'medium' },
  '& [data-name] a': {
    borderRadius: 'sm',
    textUnderlineOffset: '0.2em',
    textDecorationThickness: '1px',
    _hover: { textDecoration: 'underline' },
  },
  '& [data-path]': { truncate: true, fontSize: 'xs', lineHeight: 'short' },
  '& [data-id]': { fontFamily: 'mono', fontSize: 'xs' },
  '& [data-facts]': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '3',
    mt: '0.5',
    fontSize: 'xs',
    lineHeight: 'short',
  },
};

const cardStyles = {
  '& td [data-menu]': { opacity: 1, width: '2.25rem', height: '2.75rem', ms: '-2.5' },
};

function layoutOf(isCard: boolean, height: number, columns: string): ListLayout {
  const grid = {
    display: 'grid',
    alignItems: 'center',
    px: '4',
    columnGap: isCard ? '3' : '5',
    gridTemplateColumns: `1rem ${columns} 1rem`,
  };
  const row = { ...grid, ...rowStyles, ...(isCard && cardStyles) };
  return { isCard, height, grid, styles: { '& [data-row]': row } };
}

/** Defines a list: rows of a table, or cards on a narrow screen. */
export function listView<Entry>(shown: Shown<Entry>): ListView<Entry> {
  const { rowHeight, cardHeight, columns } = shown;
  return {
    ...shown,
    row: layoutOf(false, rowHeight, columns.map(({ width }) => width).join(' ')),
    card: layoutOf(true, cardHeight, `${REST} auto`),
  };
}

/** Returns how the entries of a list are laid out on this screen. */
export function useListLayout({ row, card }: Pick<ListView<never>, 'row' | 'card'>): ListLayout {
  return useIsNarrow() ? card : row;
}

/** The frame around rows, or around their skeleton. It clips, and scrolls nothing: its heading stays in view. */
export const listFrame = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'lg',
  overflow: 'clip',
} as const;

/** A heading that stays below the bar of the page while its list is scrolled. */
export const stayingHead = {
  position: 'sticky',
  top: PAGE_BAR,
  zIndex: '1',
  bg: 'bg.panel',
  fontSize: 'xs',
  color: 'fg.muted',
  boxShadow: '0 1px 0 {colors.border.subtle}',
} as const;
