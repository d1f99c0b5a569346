import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '../../guest/controls/button.tsx';
import { EmptyState } from '../cards/empty-state.tsx';
import { SearchableList } from './searchable-list.tsx';

/** What a list is searched for, and its order; empty texts for all rows as they come. */
export interface ListTexts {
  q: string;
  sort: string;
}

export interface OrderedListProps<Row> {
  /** What the rows are called when there are several, such as "datasets". */
  plural: string;
  /** What one of them is called. */
  singular: string;
  /** Undefined while they are loaded. */
  rows: readonly Row[] | undefined;
  texts: ListTexts;
  onTexts: (texts: Partial<ListTexts>) => void;
  /** Renders the rows that were found. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

interface Named {
  id: string;
  name: string;
  description?: string | null | undefined;
  /** In ISO 8601; absent where the server does not send it. */
  changed_at?: string | null | undefined;
}

const { compare } = new Intl.Collator('en-US', { numeric: true });

const byName = (a: Named, b: Named) => compare(a.name, b.name);

const byLastChange = (a: Named, b: Named) =>
  Date.parse(b.changed_at ?? '') - Date.parse(a.changed_at ?? '');

const ORDERS = [
  { value: '', label: 'As created' },
  {
    value: 'name',
    label: 'Name, A to Z',
    apply: <Row extends Named>(rows: readonly Row[]) => rows.toSorted(byName),
  },
  {
    value: '-name',
    label: 'Name, Z to A',
    apply: <Row extends Named>(rows: readonly Row[]) => rows.toSorted((a, b) => byName(b, a)),
  },
  {
    value: '-changed',
    label: 'Last changed',
    apply: <Row extends Named>(rows: readonly Row[]) => rows.toSorted(byLastChange),
  },
];

const ORDERS_BY_NAME = ORDERS.filter(({ value }) => value !== '-changed');

const textOf = ({ name, description, id }: Named) => `${name} ${description ?? ''} ${id}`;

/** A list of what has a name and a description, which is searched and ordered. */
export function OrderedList<Row extends Named>(props: OrderedListProps<Row>) {
  const { plural, singular, rows, texts, onTexts, children } = props;
  return (
    <SearchableList<Row>
      searchLabel={`Search ${plural}`}
      search={texts.q}
      onSearch={(q) => onTexts({ q })}
      rows={rows}
      textOf={textOf}
      choice={{
        label: 'Order',
        // Without times there is no such order.
        options: rows?.some(({ changed_at }) => (changed_at ?? null) === null)
          ? ORDERS_BY_NAME
          : ORDERS,
        value: ORDERS.some(({ value }) => value === texts.sort) ? texts.sort : '',
        onChange: (sort) => onTexts({ sort }),
      }}
      plural={plural}
      renderNothing={(search) => (
        <EmptyState
          icon={<SearchX />}
          title={`No ${singular} matches`}
          description={`Nothing has "${search}" in its name, description or ID.`}
          action={<Button onClick={() => onTexts({ q: '' })}>Clear search</Button>}
        />
      )}
    >
      {children}
    </SearchableList>
  );
}
