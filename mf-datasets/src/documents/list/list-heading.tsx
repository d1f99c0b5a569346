import type { FindSort } from '@carrel/shared/contract';
import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

import { stayingHead } from './list-view.ts';
import type { ListColumn } from './list-view.ts';
import type { Order } from './order-labels.ts';

/** An order that a person may change. */
export interface ListOrder extends Order {
  onChange: (order: Order) => void;
}

interface ListHeadingProps {
  columns: readonly Pick<ListColumn<never>, 'header' | 'align' | 'sort'>[];
  grid: object;
  /** Undefined for a list that has one order only. */
  order: ListOrder | undefined;
  /** Where in the list the window is, at the end of the first column. */
  position: ReactNode;
}

/** Returns the order after a press on a column: upwards, downwards, then as the list is by itself. */
function orderAfter({ sort, order }: Order, pressed: FindSort): Order {
  if (sort !== pressed) return { sort: pressed, order: 'asc' };
  return order === 'asc' ? { sort, order: 'desc' } : { sort: null, order: 'asc' };
}

/** The names of a list's columns, which stay in view. */
export function ListHeading({ columns, grid, order, position }: ListHeadingProps) {
  return (
    <Box as="thead" display="block" {...stayingHead}>
      <Box {...grid} as="tr" aria-rowindex={1} height="9" css={HEADS}>
        <th scope="col">
          <VisuallyHidden>Type</VisuallyHidden>
        </th>
        {columns.map(({ header, align, sort }, place) => (
          <th
            key={header}
            scope="col"
            data-end={align === 'end' ? '' : undefined}
            aria-sort={order && sort && sortedBy(order, sort)}
          >
            {order === undefined || sort === undefined ? (
              header
            ) : (
              <button type="button" onClick={() => order.onChange(orderAfter(order, sort))}>
                {header}
                {sort === order.sort && <Direction order={order.order} />}
              </button>
            )}
            {place === 0 && position}
          </th>
        ))}
        <th scope="col">
          <VisuallyHidden>Actions</VisuallyHidden>
        </th>
      </Box>
    </Box>
  );
}

function sortedBy({ sort, order }: Order, by: FindSort): 'ascending' | 'descending' | 'none' {
  if (sort !== by) return 'none';
  return order === 'asc' ? 'ascending' : 'descending';
}

function Direction({ order }: Pick<Order, 'order'>) {
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return <Arrow size={12} aria-hidden />;
}

const HEADS = {
  '& th': { fontWeight: 'medium', textAlign: 'start' },
  // The name of the first column, and the position.
  '& th:nth-of-type(2)': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    minWidth: '0',
  },
  '& th[data-end]': { textAlign: 'end' },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    minHeight: '7',
    fontWeight: 'inherit',
    borderRadius: 'sm',
    cursor: 'pointer',
    _hover: { color: 'fg.default' },
  },
  '& th:is([aria-sort=ascending], [aria-sort=descending]) button': { color: 'fg.default' },
};
