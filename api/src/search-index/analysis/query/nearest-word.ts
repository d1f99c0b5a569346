/** Edits by which a word may differ from one that was meant, by its letters. */
const EDITS: readonly [least: number, edits: number][] = [
  [8, 2],
  [4, 1],
];

/** Returns how many edits a word is looked for with; none for one that is too short. */
export const editsAllowed = (word: string): number =>
  EDITS.find(([least]) => word.length >= least)?.[1] ?? 0;

/** Returns how many letters were changed, left out, added or exchanged with the next one, or more than `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let twoBefore: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let edits = Math.min(
        (before[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (before[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, (twoBefore[column - 2] ?? 0) + 1);
      }
      current.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    twoBefore = before;
    before = current;
  }
  return before[b.length] ?? most + 1;
}
