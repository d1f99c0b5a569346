import type { ComparisonPart } from '@carrel/shared/contract';

/** Words in a row; of those that changed, `change` is the number of the change, from 0. */
export interface Piece {
  kind: ComparisonPart['kind'];
  text: string;
  change?: number;
  /** Characters of the change that follow, and are not shown. */
  leftOut?: number;
}

/** Changes that are close together, with the words around them. */
export interface Hunk {
  key: number;
  pieces: Piece[];
  /** Characters that both texts have before it, and that are not shown. */
  leftOutBefore: number;
}

export interface Hunks {
  hunks: Hunk[];
  /** The same after the last one. */
  leftOutAfter: number;
  /** How many changes are in them. */
  changes: number;
}

/** Groups the parts of a comparison where words between them are left out, and numbers the changes. */
export function hunksOf(parts: readonly ComparisonPart[]): Hunks {
  const hunks: Hunk[] = [];
  let pieces: Piece[] = [];
  let leftOut = 0;
  let change = -1;
  let isInChange = false;
  const close = () => {
    if (pieces.length === 0) return;
    hunks.push({ key: hunks.length, pieces, leftOutBefore: leftOut });
    pieces = [];
    leftOut = 0;
  };
  for (const { kind, text, left_out = 0 } of parts) {
    if (kind === 'same') {
      isInChange = false;
      if (text !== '') pieces.push({ kind, text });
      if (left_out > 0) {
        close();
        leftOut += left_out;
      }
      continue;
    }
    // What was removed and what was added for it are one change.
    if (!isInChange || pieces.at(-1)?.kind === kind) change += 1;
    isInChange = true;
    pieces.push({ kind, text, change, ...(left_out > 0 && { leftOut: left_out }) });
  }
  close();
  return { hunks, leftOutAfter: leftOut, changes: change + 1 };
}
