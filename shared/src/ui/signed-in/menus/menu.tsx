import { Menu as ArkMenu } from '@ark-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';

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

export interface MenuProps {
  /** A button, which opens the menu. */
  trigger: ReactElement<{ id?: string | undefined }>;
  items: readonly MenuItem[];
  /** The menu's name for screen readers. */
  label: string;
  header?: ReactNode;
  placement?: 'bottom-start' | 'bottom-end' | 'top-start' | 'right-start' | 'right-end' | undefined;
}

/**
 * A menu of actions: arrow keys, typing ahead, Escape; the focus returns to the trigger. It is drawn
 * hidden while the pointer or the focus is on the trigger, so that a press has little left to do.
 */
export function Menu({ trigger, items, label, header, placement = 'bottom-end' }: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  return (
    <ArkMenu.Root
      {...(trigger.props.id === undefined ? {} : { ids: { trigger: trigger.props.id } })}
      aria-label={label}
      positioning={{ placement, gutter: 4 }}
      lazyMount={!isWanted}
      unmountOnExit={!isWanted}
    >
      <ArkMenu.Trigger
        asChild
        onPointerEnter={() => setWanted(true)}
        onPointerLeave={() => setWanted(false)}
        onFocus={() => setWanted(true)}
        onBlur={() => setWanted(false)}
      >
        {trigger}
      </ArkMenu.Trigger>
      <Portal>
        <ArkMenu.Positioner>
          <MenuContent aria-label={label}>
            {header !== undefined && <Header>{header}</Header>}
            {items.map((item, place) => (
              <MenuEntry key={item.key ?? item.label} value={String(place)} item={item} />
            ))}
          </MenuContent>
        </ArkMenu.Positioner>
      </Portal>
    </ArkMenu.Root>
  );
}
