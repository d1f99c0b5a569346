import { Menu as ArkMenu } from '@ark-ui/react/menu';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { MenuList } from './menu-list.tsx';
import type { MenuListProps } from './menu-list.tsx';

export interface MenuProps extends MenuListProps {
  /** A button, which opens the menu. */
  trigger: ReactElement<{ id?: string | undefined }>;
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
      <MenuList items={items} label={label} header={header} />
    </ArkMenu.Root>
  );
}
