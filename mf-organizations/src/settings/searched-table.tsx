import { useUrlTexts } from '@carrel/shared/shell';
import { Stack, Text } from '@carrel/shared/ui';
import { DataTable } from '@carrel/shared/ui/signed-in';
import type { DataTableProps } from '@carrel/shared/ui/signed-in';

import { SearchField } from './search-field.tsx';

/** From this many rows on they are searched. */
const SEARCH_FROM = 20;

interface SearchedTableProps<Row> extends DataTableProps<Row> {
  searchLabel: string;
  /** Name of the search in the address. */
  parameter: string;
  /** What of a row is searched. */
  textOf: (row: Row) => string;
  /** Stands where nothing was found. */
  nothing: string;
}

/** A table that gets a search field once it is long. */
export function SearchedTable<Row>(props: SearchedTableProps<Row>) {
  const { searchLabel, parameter, textOf, nothing, ...table } = props;
  const [texts, setTexts] = useUrlTexts([parameter]);
  const search = texts[parameter] ?? '';
  const { rows } = table;
  if (rows.length < SEARCH_FROM) return <DataTable {...table} />;

  const wanted = search.trim().toLowerCase();
  const found =
    wanted === '' ? rows : rows.filter((row) => textOf(row).toLowerCase().includes(wanted));
  return (
    <Stack gap="3">
      <SearchField
        label={searchLabel}
        initial={search}
        onSearch={(text) => setTexts({ [parameter]: text })}
      />
      {found.length === 0 ? (
        <Text color="fg.muted">{nothing}</Text>
      ) : (
        // Anew for each search: what was found stands at the top.
        <DataTable key={wanted} {...table} rows={found} />
      )}
      <Text asChild fontSize="xs" color="fg.muted">
        <output>{`${found.length} of ${rows.length}`}</output>
      </Text>
    </Stack>
  );
}
