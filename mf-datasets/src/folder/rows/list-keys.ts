/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

/** Returns the row that a key moves to from `index`; undefined for other keys. */
export function rowAfterKey(key: string, index: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + PAGE,
    PageUp: index - PAGE,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), count - 1);
}

/**
 * Returns the next row whose name starts with what was typed. Repeating a letter moves to the next
 * row of that letter; a longer text stays on a row that still matches. -1 when there is none.
 */
export function rowOfTyped(names: readonly string[], typed: string, index: number): number {
  const text = typed.toLocaleLowerCase();
  const letter = text.slice(0, 1);
  const repeated = text === letter.repeat(text.length);
  const sought = repeated ? letter : text;
  const start = repeated ? index + 1 : index;
  for (let step = 0; step < names.length; step += 1) {
    const row = (start + step) % names.length;
    if (names[row]?.toLocaleLowerCase().startsWith(sought)) return row;
  }
  return -1;
}
