import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';

import { Button } from '../../guest/controls/button.tsx';
import { RowMenu } from './row-menu.tsx';
import type { DataTableProps } from './table-column.ts';

const List = chakra('ul', {
  base: { display: 'grid', gap: '2', fontVariantNumeric: 'tabular-nums' },
});
const Card = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2',
    minWidth: 0,
    ps: '4',
    pe: '2',
    py: '2',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'lg',
  },
});
const Name = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '9',
    fontWeight: 'medium',
    overflowWrap: 'anywhere',
    '& > *': { minWidth: 0 },
  },
});
const Line = chakra('div', {
  base: {
    display: 'flex',
    gap: '3',
    fontSize: 'sm',
    minHeight: '6',
    '& dt': { flex: '0 0 6rem', color: 'fg.muted' },
    '& dd': { minWidth: 0, overflowWrap: 'anywhere' },
  },
});

/** Cards rendered at once: each has a menu, and few are scrolled to. */
const STEP = 50;

/** A data table on a narrow screen: one card per row, named by its first column, with its actions in a menu. */
export function CardList<Row>({
  label,
  columns,
  rows,
  rowKey,
  actions,
}: Omit<DataTableProps<Row>, 'loading'>) {
  const [shown, setShown] = useState(STEP);
  const [first, ...others] = columns;
  return (
    <List aria-label={label}>
      {rows.slice(0, shown).map((row) => {
        const items = actions?.(row) ?? [];
        return (
          <Card key={rowKey(row)}>
            <chakra.div flex="1" minWidth="0" pb="1">
              <Name>{first?.cell(row)}</Name>
              <dl>
                {others.map((column) => (
                  <Line key={column.key}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell(row)}</dd>
                  </Line>
                ))}
              </dl>
            </chakra.div>
            {items.length > 0 && <RowMenu actions={items} />}
          </Card>
        );
      })}
      {rows.length > shown && (
        <chakra.li display="grid">
          <Button onClick={() => setShown(shown + STEP)}>Show more</Button>
        </chakra.li>
      )}
    </List>
  );
}
