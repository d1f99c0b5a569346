import type { DocumentChunk } from '@carrel/shared/contract';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';

import type { ScrollTarget } from '../reading.ts';
import type { Hit } from './use-hit.ts';

/** The state of an address whose chunk was clicked in the text. */
export const IN_VIEW = { isChunkInView: true };

/** What the views have been scrolled to. */
interface Shown {
  chunk: number | undefined;
  /** Of the visit: who opens the same link again is taken to its place again. */
  key: string;
  /** Undefined until the words have been found. */
  words?: string | null;
}

/** Whether a chunk needs no scrolling: it was scrolled to, or clicked in the text, and so is in view. */
function isShown(
  shown: Shown | undefined,
  { number }: DocumentChunk,
  key: string,
  state: unknown,
): boolean {
  if (shown === undefined) return false;
  if (shown.key === key) return shown.chunk === number;
  return typeof state === 'object' && state !== null && 'isChunkInView' in state;
}

interface TargetOptions extends Pick<Hit, 'found' | 'isReplaced'> {
  chunk: DocumentChunk | undefined;
  /** The words in the address. */
  typedWords: string | null;
}

/** Returns what views scroll to: the chunk of the address, then its words, and what it is set to. */
export function useTarget({
  chunk,
  found,
  typedWords,
  isReplaced,
}: TargetOptions): [target: ScrollTarget | undefined, setTarget: (target: ScrollTarget) => void] {
  const { key, state } = useLocation();
  const [target, setTarget] = useState<ScrollTarget>();
  const [shown, setShown] = useState<Shown>();
  if (chunk !== undefined && !isShown(shown, chunk, key, state)) {
    setShown({ chunk: chunk.number, key });
    const page = chunk.page_first ?? undefined;
    if (typeof chunk.start === 'number') setTarget({ place: chunk.start, page });
    else if (page !== undefined) setTarget({ place: Infinity, page });
  } else if (found.place !== undefined && shown !== undefined && shown.words !== typedWords) {
    setShown({ ...shown, words: typedWords });
    setTarget({ place: found.place, isRefined: true });
  }
  // What was at this place is in the document of before.
  const [isCleared, setCleared] = useState(false);
  if (isReplaced && !isCleared) {
    setCleared(true);
    setTarget(undefined);
  }
  return [target, setTarget];
}
