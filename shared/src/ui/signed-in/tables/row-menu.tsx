import { Ellipsis } from 'lucide-react';

import { IconButton } from '../../guest/controls/icon-button.tsx';
import { Menu } from '../menus/menu.tsx';
import type { RowAction } from './table-column.ts';

/** The actions of a row in a menu. */
export function RowMenu({ actions }: { actions: readonly RowAction[] }) {
  return (
    <Menu
      label="Actions"
      items={actions}
      trigger={
        <IconButton label="Actions">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    />
  );
}
