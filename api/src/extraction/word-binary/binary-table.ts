import type { Block } from '../blocks/block.ts';
import { columnAt, columnEdges } from '../blocks/column-edges.ts';
import { gridOf, tableText, type TableCell } from '../ooxml/table-text.ts';
import { flatText } from '../word/word-table.ts';
import type { RowLayout } from './paragraph-properties.ts';

export interface TableRow {
  cells: Block[][];
  layout?: RowLayout | undefined;
}

/** Returns a table as one block; one of a single cell, which is a frame, as what is in it. */
export function tableBlocks(rows: readonly TableRow[]): Block[] {
  const [first] = rows;
  if (rows.length === 1 && first?.cells.length === 1) return first.cells[0] ?? [];
  const edges = columnEdges(
    rows.map(({ cells, layout }) => layout?.edges.slice(0, cells.length + 1) ?? []),
  );
  const text = tableText(gridOf(rows.map((row) => cellsOf(row, edges))));
  return text === '' ? [] : [{ kind: 'table', text }];
}

function cellsOf({ cells, layout }: TableRow, edges: readonly number[]): TableCell[] {
  const placeOf = (edge: number | undefined) => columnAt(edges, edge);
  const gap = placeOf(layout?.edges[0]);
  const before: TableCell[] = gap === 0 ? [] : [{ text: '', span: gap, continues: false }];
  return [
    ...before,
    ...cells.map((blocks, at): TableCell => {
      const [left, right] = [layout?.edges[at], layout?.edges[at + 1]];
      const span = right === undefined ? 1 : Math.max(1, placeOf(right) - placeOf(left));
      return { text: flatText(blocks), span, continues: layout?.continues[at] === true };
    }),
  ];
}
