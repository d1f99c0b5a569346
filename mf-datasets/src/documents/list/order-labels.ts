import type { FindSort } from '@carrel/shared/contract';

/** The order of a list; that which it has by itself where `sort` is null. */
export interface Order {
  sort: FindSort | null;
  order: 'asc' | 'desc';
}

const LABELS: Record<FindSort, readonly [asc: string, desc: string]> = {
  path: ['Path', 'Path, from Z to A'],
  name: ['Name', 'Name, from Z to A'],
  size: ['Smallest', 'Largest'],
  created: ['Oldest', 'Newest'],
  changed: ['Longest unchanged', 'Recently changed'],
  status: ['Earliest stage', 'Latest stage'],
};

/** Returns the orders that a person may choose from; the list has the first of them by itself. */
export const ordersOf = (sorts: readonly FindSort[]) =>
  sorts.flatMap((sort) =>
    (['asc', 'desc'] as const).map((order, place) => ({
      sort: sort === sorts[0] ? null : sort,
      order,
      value: `${sort} ${order}`,
      label: LABELS[sort][place] ?? sort,
    })),
  );
