import type { Block } from '../blocks/block.ts';
import { gridOf, tableText, type TableCell } from '../ooxml/table-text.ts';
import { flatText } from '../word/word-table.ts';
import type { RowLayout } from './paragraph-properties.ts';

export interface TableRow {
  cells: Block[][];
  layout?: RowLayout | undefined;
}

/** Edges that are no further apart are one, in twentieths of a point. */
const SAME_EDGE = 60;
/** Rows that begin no further to the right begin at the first column. */
const SAME_START = 250;

/** Returns a table as one block; one of a single cell, which is a frame, as what is in it. */
export function tableBlocks(rows: readonly TableRow[]): Block[] {
  const [first] = rows;
  if (rows.length === 1 && first?.cells.length === 1) return first.cells[0] ?? [];
  const edges = columnEdges(rows);
  const text = tableText(gridOf(rows.map((row) => cellsOf(row, edges))));
  return text === '' ? [] : [{ kind: 'table', text }];
}

/** Returns where columns begin, of all rows. */
function columnEdges(rows: readonly TableRow[]): number[] {
  const all = rows.flatMap(({ cells, layout }) =>
    layout === undefined ? [] : layout.edges.slice(0, cells.length + 1),
  );
  const edges: number[] = [];
  for (const edge of [...new Set(all)].toSorted((a, b) => a - b)) {
    const last = edges.at(-1);
    if (last === undefined || edge - last > (edges.length === 1 ? SAME_START : SAME_EDGE)) {
      edges.push(edge);
    }
  }
  return edges;
}

function cellsOf({ cells, layout }: TableRow, edges: readonly number[]): TableCell[] {
  const placeOf = (edge: number | undefined) =>
    edge === undefined
      ? 0
      : Math.max(
          0,
          edges.findLastIndex((each) => each <= edge),
        );
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
