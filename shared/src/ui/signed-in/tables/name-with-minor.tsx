import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

import type { TableColumn } from './table-column.ts';

const Minor = chakra('div', {
  base: {
    fontSize: 'xs',
    color: 'fg.muted',
    truncate: true,
    '& > * + *::before': { content: '" · "' },
  },
});

interface NameWithMinorProps<Row> {
  /** The columns that have no room. */
  columns: readonly TableColumn<Row>[];
  row: Row;
  /** The row's name. */
  children: ReactNode;
}

/** A row's name, and below it what the columns without room say. */
export function NameWithMinor<Row>({ columns, row, children }: NameWithMinorProps<Row>) {
  return (
    <>
      <chakra.div truncate>{children}</chakra.div>
      <Minor>
        {columns.map((column) => (
          <span key={column.key}>
            {column.header}: {column.cell(row)}
          </span>
        ))}
      </Minor>
    </>
  );
}
