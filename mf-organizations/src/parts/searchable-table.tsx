import { useUrlTexts } from '@carrel/shared/shell';
import { Text } from '@carrel/shared/ui';
import { DataTable, SearchableList } from '@carrel/shared/ui/signed-in';
import type { DataTableProps } from '@carrel/shared/ui/signed-in';

/** Rows from which on a table has a search. */
const SEARCH_FROM = 20;

interface SearchableTableProps<Row> extends DataTableProps<Row> {
  /** What the rows are called, such as "members". */
  plural: string;
  /** Name of the search in the address. */
  parameter: string;
  /** Returns the text of a row that is searched; a function that stays the same. */
  textOf: (row: Row) => string;
  /** Shown when the search finds nothing. */
  nothing: string;
}

/** A table that has a search once it is long. */
export function SearchableTable<Row>(props: SearchableTableProps<Row>) {
  const { plural, parameter, textOf, nothing, ...table } = props;
  const [texts, setTexts] = useUrlTexts([parameter]);
  return (
    <SearchableList
      searchLabel={`Search ${plural}`}
      search={texts[parameter] ?? ''}
      onSearch={(text) => setTexts({ [parameter]: text })}
      rows={table.rows}
      textOf={textOf}
      searchFrom={SEARCH_FROM}
      plural={plural}
      renderNothing={() => <Text color="fg.muted">{nothing}</Text>}
    >
      {(rows = []) => <DataTable {...table} rows={rows} />}
    </SearchableList>
  );
}
