import { useEffect, useState } from 'react';

import type { More } from './more-rows.tsx';

/** Rows that are loaded at most, before the last of them is shown. */
const ROWS_MAX = 20_000;

interface ReadToEnd {
  more: More;
  /** How many rows are loaded. */
  loaded: number;
  /** Moves to a row. */
  onMove: (row: number) => void;
}

/** Returns how many rows of a list are asked for, null while none are, and how to ask. */
function useWanted(loaded: number) {
  const [until, setUntil] = useState<number | null>(null);
  return { until, start: () => setUntil(loaded + ROWS_MAX), stop: () => setUntil(null) };
}

/**
 * Returns whether the rest of a list is to be loaded, after which it moves to the last row. `stop` keeps what is loaded
 * and moves nowhere: the person has gone on with something else.
 */
export function useReadToEnd({ more, loaded, onMove }: ReadToEnd) {
  const { until, start, stop } = useWanted(loaded);
  const reading = until !== null && (more === 'loading' || (more === 'ready' && loaded < until));
  const isOver = until !== null && !reading;
  useEffect(() => {
    if (!isOver) return;
    stop();
    onMove(loaded - 1);
  }, [isOver, stop, loaded, onMove]);
  return { reading, start, stop };
}
