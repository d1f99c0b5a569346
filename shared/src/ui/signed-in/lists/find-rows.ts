/** Returns a text without case and accents. */
const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the rows whose text holds every word of a search, in any order. */
export function findRows<Row>(
  rows: readonly Row[],
  search: string,
  textOf: (row: Row) => string,
): readonly Row[] {
  const words = fold(search)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = fold(textOf(row));
    return words.every((word) => text.includes(word));
  });
}
