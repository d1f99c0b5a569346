import { Menu } from '@ark-ui/react/menu';

import { MenuList } from './menu-list.tsx';
import type { MenuListProps } from './menu-list.tsx';

export interface ContextMenuProps extends MenuListProps {
  /** What it opens at, in pixels of the window: a button, or a point, which has no size. */
  at: { x: number; y: number; width: number; height: number };
  /** Where it begins and where it ends: with the start of `at`, by default, or with its end. */
  align?: 'start' | 'end';
  /** Whether the first item is highlighted, as after a key. */
  byKey?: boolean;
  /** Called when it is to be removed. The caller returns the focus. */
  onClose: () => void;
}

/** A menu without a button of its own, such as of a row. It is open as long as it is there. */
export function ContextMenu(props: ContextMenuProps) {
  const { at, align = 'start', byKey = false, onClose, ...list } = props;
  return (
    <Menu.Root
      open
      aria-label={list.label}
      positioning={{ placement: `bottom-${align}`, gutter: 4, getAnchorRect: () => at }}
      {...(byKey && { defaultHighlightedValue: '0' })}
      onOpenChange={({ open }) => {
        if (!open) onClose();
      }}
    >
      <MenuList {...list} />
    </Menu.Root>
  );
}
