import { Menu } from '@ark-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

import { MenuEntry } from './menu-entry.tsx';
import type { MenuItem } from './menu-entry.tsx';
import { MenuContent } from './menu-slots.ts';

const Header = chakra('div', {
  base: {
    px: '2',
    py: '1.5',
    mb: '1',
    borderBottomWidth: '1px',
    mx: '-1',
    pl: '3',
    fontSize: 'sm',
  },
});

export interface MenuListProps {
  items: readonly MenuItem[];
  /** The menu's name for screen readers. */
  label: string;
  header?: ReactNode;
}

/** What a menu shows while it is open. */
export function MenuList({ items, label, header }: MenuListProps) {
  return (
    <Portal>
      <Menu.Positioner>
        <MenuContent aria-label={label}>
          {header !== undefined && <Header>{header}</Header>}
          {items.map((item, place) => (
            <MenuEntry key={item.key ?? item.label} value={String(place)} item={item} />
          ))}
        </MenuContent>
      </Menu.Positioner>
    </Portal>
  );
}
