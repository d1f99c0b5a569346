import { chakra } from '@chakra-ui/react/styled-system';
import { useLayoutEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';

import { TAB_STRIP } from './tab-strip.ts';

const List = chakra('nav', {
  base: {
    ...TAB_STRIP,
    // Six tabs fit into the width of a phone.
    '& > *': { ...TAB_STRIP['& > *'], px: { base: '1.5', md: '3' } },
    justifyContent: { base: 'space-between', md: 'flex-start' },
    mt: '-3',
    mb: '6',
    // A row whose tabs are awaited is as high as with them.
    minHeight: 'calc(2.5rem + 3px)',
    // Where they do not fit the tabs scroll inside; the page does not.
    overflowX: 'auto',
    scrollbarWidth: 'none',
    // A link fills the height of its tab.
    lineHeight: '2.5rem',
    '@media (pointer: coarse)': { lineHeight: '2.75rem', minHeight: 'calc(2.75rem + 3px)' },
  },
});

export interface LinkTab {
  to: string;
  label: string;
  /** Loads the code of the screen, once the user is about to open it. */
  preload?: (() => void) | undefined;
}

export interface LinkTabsProps {
  /** What the screens are of, for screen readers, such as "Workspace". */
  label: string;
  tabs: readonly LinkTab[];
  /** The `to` of the screen that is shown. */
  current: string;
}

/** The screens of one thing as tabs under its heading. Each is a link with an address of its own. */
export function LinkTabs({ label, tabs, current }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // In the frame that is painted next: measured at once, the page would be laid out twice.
    const frame = requestAnimationFrame(() => showInside(row.current, current));
    return () => cancelAnimationFrame(frame);
  }, [current]);
  return (
    <List ref={row} aria-label={label}>
      {tabs.map(({ to, label, preload }) => (
        <RouterLink
          key={to}
          to={to}
          aria-current={to === current ? 'page' : undefined}
          onPointerEnter={preload}
          onFocus={preload}
        >
          {label}
        </RouterLink>
      ))}
    </List>
  );
}

/** Scrolls the row, and nothing else, to a tab that is cut. */
function showInside(row: HTMLElement | null, current: string) {
  const tab = row?.querySelector<HTMLElement>(`[href="${CSS.escape(current)}"]`);
  if (row === null || !tab) return;
  const beyond = tab.offsetLeft - row.offsetLeft + tab.offsetWidth - row.clientWidth;
  if (beyond > 0) row.scrollLeft = beyond;
}
