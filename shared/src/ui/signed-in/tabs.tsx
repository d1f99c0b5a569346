import { chakra } from '@chakra-ui/react/styled-system';
import { useId } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

import { TAB_STRIP } from './tab-strip.ts';

const List = chakra('div', {
  base: TAB_STRIP,
  variants: {
    wide: {
      true: { '& > [role=tab]': { flex: 1, minHeight: '2.75rem' } },
      false: { overflowX: 'auto', '& > [role=tab]': { minHeight: '2.5rem' } },
    },
  },
});
const Filled = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', height: 'full', minHeight: 0, minWidth: 0 },
});
const FilledPanel = chakra('div', {
  base: { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' },
});
const Panel = chakra('div', { base: { mt: '2' } });

export interface Tab<Key extends string> {
  key: Key;
  label: string;
}

export interface TabsProps<Key extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly Tab<Key>[];
  shown: Key;
  onShow: (key: Key) => void;
  /** The tabs share the width. */
  wide?: boolean | undefined;
  /** The panel takes the height that is left; its content scrolls by itself. */
  filled?: boolean | undefined;
  /** The content of the tab that is shown. */
  children: ReactNode;
}

const MOVES: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowLeft: (place, count) => (place + count - 1) % count,
  ArrowRight: (place, count) => (place + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Contents of which one is shown; the arrow keys change between them. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { label, tabs, shown, onShow, wide = false, filled = false, children } = props;
  const id = useId();
  const change = (event: KeyboardEvent<HTMLElement>) => {
    const place = tabs.findIndex(({ key }) => key === shown);
    const next = tabs[MOVES[event.key]?.(place, tabs.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onShow(next.key);
    document.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.key}`)}`)?.focus();
  };
  const panel = { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${shown}` };
  const list = (
    <List role="tablist" aria-label={label} wide={wide} onKeyDown={change}>
      {tabs.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}-${key}`}
          aria-selected={key === shown}
          aria-controls={`${id}-panel`}
          tabIndex={key === shown ? 0 : -1}
          onClick={() => onShow(key)}
        >
          {label}
        </button>
      ))}
    </List>
  );
  return filled ? (
    <Filled>
      {list}
      <FilledPanel {...panel}>{children}</FilledPanel>
    </Filled>
  ) : (
    <>
      {list}
      <Panel {...panel}>{children}</Panel>
    </>
  );
}
