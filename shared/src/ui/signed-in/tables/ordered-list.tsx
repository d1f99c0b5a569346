import { SearchX } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';

import { Button } from '../../guest/controls/button.tsx';
import { EmptyState } from '../cards/empty-state.tsx';
import { findRows } from './find-rows.ts';
import { ListToolbar } from './list-toolbar.tsx';

/** What somebody looks for, and in which order; empty texts for all rows as they come. */
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
  /** Shows the rows that were found; called for others only as long as it stays the same function. */
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

interface Named {
  id: string;
  name: string;
  description?: string | null | undefined;
}

const { compare } = new Intl.Collator('en-US', { numeric: true });

/** Orders by what `sort` says; the order in which the rows come has no name. */
const ORDERS: Readonly<Record<string, (a: Named, b: Named) => number>> = {
  name: (a, b) => compare(a.name, b.name),
  '-name': (a, b) => compare(b.name, a.name),
};

const OPTIONS = [
  { value: '', label: 'As created' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

/** A list of what has a name and a description, which is searched and ordered. */
export function OrderedList<Row extends Named>(props: OrderedListProps<Row>) {
  const { plural, singular, rows, texts, onTexts, children } = props;
  // What is typed stands at once; what it finds follows.
  const q = useDeferredValue(texts.q);
  const sort = useDeferredValue(texts.sort);
  const found = useMemo(() => {
    const rest =
      rows &&
      findRows(rows, q, ({ name, description, id }) => `${name} ${description ?? ''} ${id}`);
    const order = ORDERS[sort];
    return order === undefined ? rest : rest?.toSorted(order);
  }, [rows, q, sort]);
  const list = useMemo(() => children(found), [children, found]);

  return (
    <>
      <ListToolbar
        searchLabel={`Search ${plural}`}
        search={texts.q}
        onSearch={(text) => onTexts({ q: text })}
        choice={{
          label: 'Order',
          options: OPTIONS,
          value: ORDERS[texts.sort] === undefined ? '' : texts.sort,
          onChange: (value) => onTexts({ sort: value }),
        }}
        found={
          q === '' || rows === undefined || found === undefined
            ? undefined
            : `${found.length} of ${rows.length} ${plural}`
        }
      />
      {found?.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={`No ${singular} matches`}
          description={`Nothing has "${q}" in its name, description or ID.`}
          action={<Button onClick={() => onTexts({ q: '' })}>Clear search</Button>}
        />
      ) : (
        list
      )}
    </>
  );
}
