const shown = {
  '& [data-select], & [data-menu]': { opacity: 1 },
  '& [data-icon]': { opacity: 0 },
};

/** Styles of rows that have a mark, and of their marks. */
export const markStyles = {
  // The bar of actions must not cover the row that the keyboard moves to.
  scrollMarginBottom: '6rem',
  '&[aria-selected=true]': { bg: 'accent.subtle', ...shown },
  // Its menu is open while it has `data-open`.
  '&:hover, &:focus-within, &[data-open]': shown,
  '@media (hover: none)': shown,
  '& td[data-mark]': {
    alignSelf: 'stretch',
    display: 'grid',
    placeItems: 'center',
    // The whole corner of the row can be clicked.
    ms: '-4',
    ps: '4',
    me: '-2',
    pe: '2',
    '& > *': { gridArea: '1 / 1' },
  },
  '& [data-select]': {
    // Above the icon, which is a layer of its own while it cannot be seen.
    position: 'relative',
    opacity: 0,
    boxSize: '1rem',
    margin: 0,
    accentColor: '{colors.accent}',
    cursor: 'pointer',
  },
};
