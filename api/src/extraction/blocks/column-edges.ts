/** Edges that are no further apart are one, in twentieths of a point. */
const SAME_EDGE = 60;
/** Rows that begin no further to the right begin at the first column. */
const SAME_START = 250;
/** In a table of more columns, cells are counted instead. */
const COLUMNS_MAX = 500;

/** Returns where the columns of a table begin, of the edges of the cells of all of its rows; nothing for too many. */
export function columnEdges(rows: readonly (readonly number[])[]): number[] {
  /** The left edge of the narrowest cell that ends at an edge: edges of one cell are never one. */
  const lefts = new Map<number, number>();
  for (const row of rows) {
    for (const [at, edge] of row.entries()) {
      lefts.set(edge, Math.max(lefts.get(edge) ?? -Infinity, row[at - 1] ?? -Infinity));
    }
  }
  const edges: number[] = [];
  for (const edge of [...lefts.keys()].toSorted((a, b) => a - b)) {
    const last = edges.at(-1);
    const isApart =
      last === undefined ||
      (lefts.get(edge) ?? -Infinity) >= last ||
      edge - last > (edges.length === 1 ? SAME_START : SAME_EDGE);
    if (isApart) edges.push(edge);
    if (edges.length > COLUMNS_MAX) return [];
  }
  return edges;
}

/** Returns the column of an edge. */
export function columnAt(edges: readonly number[], edge: number | undefined): number {
  let [low, high] = [0, edge === undefined ? 0 : edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? 0) <= (edge ?? 0)) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
