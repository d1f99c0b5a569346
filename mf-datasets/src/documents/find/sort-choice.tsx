import { FIND_SORTS } from '@carrel/shared/contract';
import { Box } from '@carrel/shared/ui';
import { SelectField } from '@carrel/shared/ui/signed-in';

import { ordersOf } from '../list/order-labels.ts';
import type { Order } from '../list/order-labels.ts';

interface SortChoiceProps extends Order {
  onChange: (order: Order) => void;
}

const OPTIONS = ordersOf(FIND_SORTS);

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
