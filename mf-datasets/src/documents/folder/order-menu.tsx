import { FOLDER_SORTS } from '@carrel/shared/contract';
import { IconButton } from '@carrel/shared/ui';
import { Menu } from '@carrel/shared/ui/signed-in';
import { ArrowUpDown } from 'lucide-react';

import type { FolderOrder } from '../../data/documents.queries.ts';
import { ordersOf } from '../list/order-labels.ts';
import type { Order } from '../list/order-labels.ts';

interface OrderMenuProps extends FolderOrder {
  onChange: (order: Order) => void;
}

const ORDERS = ordersOf(FOLDER_SORTS);

/** The order of a folder's cards, which have no columns to click on. */
export function OrderMenu({ sort, order, onChange }: OrderMenuProps) {
  return (
    <Menu
      label="Order"
      trigger={
        <IconButton label="Order" variant="secondary" size="sm">
          <ArrowUpDown size={16} aria-hidden />
        </IconButton>
      }
      items={ORDERS.map((one) => ({
        label: one.label,
        selected: one.value === `${sort} ${order}`,
        onSelect: () => onChange({ sort: one.sort, order: one.order }),
      }))}
    />
  );
}
