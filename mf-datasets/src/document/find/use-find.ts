import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';

import type { TextRange } from '../marks/marks.ts';
import type { LoadedText } from '../reading.ts';
import { findMatches } from './find-matches.ts';

/** A search within the document that is open. */
export interface Find {
  sought: string;
  matches: readonly TextRange[];
  /** The place of the match that is shown. */
  current: number;
  /** More may be found: the text is still being loaded. */
  isSearching: boolean;
  seek: (text: string) => void;
  /** Shows the next match, or with -1 the one before. */
  move: (step: 1 | -1) => void;
}

/** Returns a search over the whole text, which it loads. `onShow` is called with the match to show. */
export function useFind(text: LoadedText, onShow: (match: TextRange) => void): Find {
  const [sought, setSought] = useState('');
  const [current, setCurrent] = useState(0);
  const deferred = useDeferredValue(sought);
  const { blocks, isComplete, loadTo } = text;
  const matches = useMemo(() => findMatches(blocks, deferred), [blocks, deferred]);

  const isOpen = deferred.trim() !== '';
  useEffect(() => {
    if (isOpen) loadTo(Infinity);
  }, [isOpen, loadTo]);

  const [first] = matches;
  // Once for each text that is sought, when its first match is known.
  useEffect(() => {
    if (first !== undefined) onShow(first);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [deferred, first?.start, onShow]);

  const seek = useCallback((text: string) => {
    setSought(text);
    setCurrent(0);
  }, []);
  const move = (step: 1 | -1) => {
    if (matches.length === 0) return;
    const next = (current + step + matches.length) % matches.length;
    setCurrent(next);
    const match = matches[next];
    if (match !== undefined) onShow(match);
  };
  return { sought, matches, current, isSearching: isOpen && !isComplete, seek, move };
}
