import { FIND_SORTS } from '@carrel/shared/contract';
import type { FindSort } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';

import type { FindParams } from '../../data/find/find-params.ts';

type Order = Pick<FindParams, 'sort' | 'order'>;

interface SortChoiceProps extends Order {
  onChange: (order: Order) => void;
}

const LABELS: Record<FindSort, readonly [asc: string, desc: string]> = {
  path: ['Path', 'Path, from Z to A'],
  name: ['Name', 'Name, from Z to A'],
  size: ['Smallest', 'Largest'],
  created: ['Oldest', 'Newest'],
  changed: ['Longest unchanged', 'Recently changed'],
  status: ['Earliest stage', 'Latest stage'],
};

const OPTIONS = FIND_SORTS.flatMap((sort) =>
  (['asc', 'desc'] as const).map((order, place) => ({
    sort: sort === 'path' ? null : sort,
    order,
    value: `${sort} ${order}`,
    label: LABELS[sort][place] ?? sort,
  })),
);

/** The order of cards, which have no columns to click on. */
export function SortChoice({ sort, order, onChange }: SortChoiceProps) {
  return (
    <Box width="full" mb="1">
      <SelectField
        label="Order"
        options={OPTIONS}
        value={`${sort ?? 'path'} ${order}`}
        onChange={({ target }) => {
          const chosen = OPTIONS.find(({ value }) => value === target.value);
          if (chosen !== undefined) onChange({ sort: chosen.sort, order: chosen.order });
        }}
      />
    </Box>
  );
}
