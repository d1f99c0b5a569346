import type { ChunkPosition } from '../../../extraction/chunking/chunk-position.ts';

/** The columns of `chunks` that hold positions. */
export const POSITION_COLUMNS =
  'start_offset, end_offset, page_first, page_last, headings, confidence';

/** The same of rows made from `positionArrays`. An array of arrays cannot be unnested into its rows. */
export const POSITION_VALUES =
  'start_offset, end_offset, page_first, page_last, headings::text[], confidence';

export const POSITION_EXCLUDED = POSITION_COLUMNS.split(', ')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

/** Arguments of `unnest` for `positionParameters`, the first of which is `$first`. */
export const positionArrays = (first: number): string =>
  ['integer[]', 'integer[]', 'integer[]', 'integer[]', 'text[]', 'real[]']
    .map((type, at) => `$${first + at}::${type}`)
    .join(', ');

/** Returns six arrays with an item for each chunk. */
export function positionParameters(chunks: readonly Partial<ChunkPosition>[]): unknown[][] {
  return [
    chunks.map(({ start }) => start ?? null),
    chunks.map(({ end }) => end ?? null),
    chunks.map(({ pageFirst }) => pageFirst ?? null),
    chunks.map(({ pageLast }) => pageLast ?? null),
    chunks.map(({ headings }) => (headings === undefined ? null : arrayText(headings))),
    chunks.map(({ confidence }) => confidence ?? null),
  ];
}

/** Returns an array as PostgreSQL writes it; in this form it is read faster than as JSON. */
function arrayText(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** A row of `POSITION_COLUMNS`. */
export interface PositionRow {
  start_offset: number | null;
  end_offset: number | null;
  page_first: number | null;
  page_last: number | null;
  headings: string[] | null;
  confidence: number | null;
}

/** Returns the position in a row; nothing where the row has none. */
export function positionOf(row: PositionRow): Partial<ChunkPosition> {
  const { start_offset: start, end_offset: end, page_first: first, page_last: last } = row;
  if (start === null || end === null) return {};
  return {
    start,
    end,
    ...(first === null ? {} : { pageFirst: first }),
    ...(last === null ? {} : { pageLast: last }),
    headings: row.headings ?? [],
    ...(row.confidence === null ? {} : { confidence: row.confidence }),
  };
}
