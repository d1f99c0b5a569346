import { columnAt, columnEdges } from '../blocks/column-edges.ts';
import { tableText, type TableCell } from '../blocks/table-text.ts';

/** How a cell of a row is merged with its neighbours. */
export interface CellShape {
  isMergedLeft: boolean;
  startsDown: boolean;
  isMergedUp: boolean;
  /** Where it ends, in twentieths of a point. */
  edge: number;
}

export interface RtfRow {
  cells: readonly string[];
  shapes: readonly CellShape[];
  /** Where the first cell begins. */
  left: number;
}

/** Returns a table as its lines. A cell that is as wide as two of another row spans both columns. */
export function rtfTable(rows: readonly RtfRow[]): string {
  const edgesOfRows = rows.map(edgesOf);
  const edges = columnEdges(edgesOfRows);
  /** Labels of cells that are merged downwards, by column. */
  const labels = new Map<number, string>();
  return tableText(
    rows.map((row, at) => {
      const own = edgesOfRows[at] ?? [];
      const gap = own.length === 0 ? 0 : columnAt(edges, own[0]);
      const before: TableCell[] = gap === 0 ? [] : [{ text: '', columns: gap }];
      let column = gap;
      return before.concat(
        row.cells.map((_, index): TableCell => {
          const span = columnAt(edges, own[index + 1]) - columnAt(edges, own[index]);
          const cell = { text: shownText(row, index, labels, column), columns: Math.max(1, span) };
          column += cell.columns;
          return cell;
        }),
      );
    }),
  );
}

function shownText(
  { cells, shapes }: RtfRow,
  index: number,
  labels: Map<number, string>,
  column: number,
): string {
  const text = cells[index] ?? '';
  const { isMergedLeft, startsDown, isMergedUp } = shapes[index] ?? {};
  if (startsDown === true) labels.set(column, text);
  if (isMergedUp === true) return labels.get(column) ?? text;
  if (startsDown !== true) labels.delete(column);
  return isMergedLeft === true ? '' : text;
}

/** Returns the edges of the cells of a row; none where they are not from left to right. */
function edgesOf({ cells, shapes, left }: RtfRow): number[] {
  const edges = [left, ...shapes.slice(0, cells.length).map(({ edge }) => edge)];
  const isAscending = edges.every((edge, at) => at === 0 || edge > (edges[at - 1] ?? 0));
  return isAscending && edges.length > cells.length ? edges : [];
}
