/** The look of a row of tabs: plain buttons or links, of which one is shown. */
export const TAB_STRIP = {
  display: 'flex',
  flexShrink: 0,
  borderBottomWidth: '1px',
  '& > *': {
    px: '3',
    fontSize: 'sm',
    fontWeight: 'medium',
    fontVariantNumeric: 'tabular-nums',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    borderRadius: 'sm',
    _focusVisible: { outlineOffset: '-2px' },
  },
  '& > :is([aria-selected=true], [aria-current=page])': {
    color: 'fg.default',
    borderColor: 'accent',
  },
} as const;
