import type { FindSort } from '@carrel/shared/contract';
import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';

import type { ListColumn } from './list-view.ts';

/** The order of a list: by path where `sort` is null. */
interface Order {
  sort: FindSort | null;
  order: 'asc' | 'desc';
}

/** An order that a person may change. */
export interface ListOrder extends Order {
  onChange: (order: Order) => void;
}

interface ListHeadingProps {
  columns: readonly Pick<ListColumn<never>, 'header' | 'align' | 'sort'>[];
  grid: object;
  /** Undefined for a list that has one order only. */
  order: ListOrder | undefined;
}

/** Returns the order after a press on a column: upwards, downwards, then by path again. */
function orderAfter({ sort, order }: Order, pressed: FindSort): Order {
  if (sort !== pressed) return { sort: pressed, order: 'asc' };
  return order === 'asc' ? { sort, order: 'desc' } : { sort: null, order: 'asc' };
}

/** The names of a list's columns. */
export function ListHeading({ columns, grid, order }: ListHeadingProps) {
  return (
    <Box as="thead" display="block">
      <Box {...grid} as="tr" aria-rowindex={1} height="9" css={HEADS}>
        <th scope="col">
          <VisuallyHidden>Type</VisuallyHidden>
        </th>
        {columns.map(({ header, align, sort }) => (
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
          </th>
        ))}
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
  fontSize: 'xs',
  color: 'fg.muted',
  '& th': { fontWeight: 'medium', textAlign: 'start' },
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
