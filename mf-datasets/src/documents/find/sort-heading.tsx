import type { FindSort } from '@carrel/shared/contract';
import { Box, VisuallyHidden } from '@carrel/shared/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';

import { useFoundLayout } from './found-layout.ts';
import type { FindParams } from '../../data/find/find-params.ts';

type Order = Pick<FindParams, 'sort' | 'order'>;

interface SortHeadingProps extends Order {
  onChange: (order: Order) => void;
}

const COLUMNS: readonly { label: string; sort?: FindSort; end?: true }[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Kind' },
  { label: 'Status', sort: 'status' },
  { label: 'Size', sort: 'size', end: true },
  { label: 'Changed', sort: 'changed' },
];

/** Returns the order after a click on a column: upwards, downwards, then by path again. */
export function orderAfter({ sort, order }: Order, clicked: FindSort): Order {
  if (sort !== clicked) return { sort: clicked, order: 'asc' };
  return order === 'asc' ? { sort, order: 'desc' } : { sort: null, order: 'asc' };
}

/** The names of the columns, most of which order the list. Cards on a phone show none. */
export function SortHeading({ sort, order, onChange }: SortHeadingProps) {
  const { isCard, grid } = useFoundLayout();
  if (isCard) return null;
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <Box as="thead" display="block">
      <Box {...grid} as="tr" aria-rowindex={1} height="9" css={HEADS}>
        <th scope="col">
          <VisuallyHidden>Type</VisuallyHidden>
        </th>
        {COLUMNS.map((column) => {
          const { label, sort: by, end } = column;
          const isSorted = by !== undefined && by === sort;
          return (
            <th
              key={label}
              scope="col"
              data-end={end === true ? '' : undefined}
              aria-sort={by === undefined ? undefined : isSorted ? direction : 'none'}
            >
              {by === undefined ? (
                label
              ) : (
                <button type="button" onClick={() => onChange(orderAfter({ sort, order }, by))}>
                  {label}
                  {isSorted && <Arrow size={12} aria-hidden />}
                </button>
              )}
            </th>
          );
        })}
      </Box>
    </Box>
  );
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
  '& th:not([aria-sort=none]) button': { color: 'fg.default' },
};
