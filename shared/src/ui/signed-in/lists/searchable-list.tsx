import { Stack } from '@chakra-ui/react/stack';
import { Fragment, useDeferredValue, useMemo } from 'react';
import type { ReactNode } from 'react';

import { Text } from '../../guest/text.tsx';
import { findRows } from './find-rows.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { SearchField } from './search-field.tsx';

/** An order or a filter, chosen beside the search. */
export interface ListChoice<Row> {
  label: string;
  /** Without `apply` an option shows the rows as they come. */
  options: readonly {
    value: string;
    label: string;
    apply?: (rows: readonly Row[]) => readonly Row[];
  }[];
  /** An unknown value counts as the first option. */
  value: string;
  onChange: (value: string) => void;
}

export interface SearchableListProps<Row> {
  /** What is searched, such as "Search datasets". */
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** Undefined while they are loaded. */
  rows: readonly Row[] | undefined;
  /** Returns the text of a row that is searched; a function that stays the same. */
  textOf: (row: Row) => string;
  choice?: ListChoice<Row> | undefined;
  /** A shorter list is rendered without a search. */
  searchFrom?: number | undefined;
  /** What the rows are called, such as "datasets". */
  plural: string;
  /** Shown when the search finds nothing. */
  renderNothing: (search: string) => ReactNode;
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

/** A list with a search: case and accents do not count, and words match in any order. */
export function SearchableList<Row>(props: SearchableListProps<Row>) {
  const { searchLabel, search, onSearch, rows, textOf, choice, plural, renderNothing, children } =
    props;
  // What is typed is shown at once; the rows follow.
  const searched = useDeferredValue(search);
  const chosen = useDeferredValue(choice?.value);
  const option = choice?.options.find(({ value }) => value === chosen);
  const apply = option?.apply;
  const found = useMemo(() => {
    const matching = rows && findRows(rows, searched, textOf);
    return matching && apply ? apply(matching) : matching;
  }, [rows, searched, textOf, apply]);

  if (rows !== undefined && rows.length < (props.searchFrom ?? 0)) return children(rows);
  const list =
    found?.length === 0 ? (
      renderNothing(searched)
    ) : (
      // A new list for each search: it starts at its top.
      <Fragment key={searched}>{children(found)}</Fragment>
    );
  const count = rows && found && `${found.length} of ${rows.length}`;
  if (choice === undefined) {
    return (
      <Stack gap="3">
        <SearchField label={searchLabel} value={search} onChange={onSearch} />
        {list}
        <Text asChild fontSize="xs" color="fg.muted">
          <output>{count}</output>
        </Text>
      </Stack>
    );
  }
  const narrowed = searched !== '' || found?.length !== rows?.length;
  return (
    <>
      <ListToolbar
        searchLabel={searchLabel}
        search={search}
        onSearch={onSearch}
        choice={choice}
        found={count !== undefined && narrowed ? `${count} ${plural}` : undefined}
      />
      {list}
    </>
  );
}
