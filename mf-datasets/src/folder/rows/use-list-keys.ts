import { useRef } from 'react';
import type { KeyboardEvent } from 'react';

import { rowAfterKey, rowOfTyped } from './list-keys.ts';

/** Milliseconds after which typing starts a new search. */
const TYPING_PAUSE_MS = 700;

interface ListKeys {
  names: () => readonly string[];
  count: number;
  active: number;
  onMove: (row: number) => void;
  onOpen: (row: number) => void;
}

/** Returns the key handler of a list: arrows move, Enter opens, letters search. */
export function useListKeys({ names, count, active, onMove, onOpen }: ListKeys) {
  const typed = useRef({ text: '', at: 0 });

  const find = (letter: string, at: number) => {
    const continues = at - typed.current.at < TYPING_PAUSE_MS;
    const text = (continues ? typed.current.text : '') + letter;
    typed.current = { text, at };
    const row = rowOfTyped(names(), text, active);
    if (row !== -1) onMove(row);
  };

  return (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const row = rowAfterKey(key, active, count);
    // A control inside a row handles Enter, space and letters itself.
    const onControl = event.target instanceof Element && event.target.matches('a, button');
    if (row !== undefined) {
      typed.current = { text: '', at: 0 };
      onMove(row);
    } else if (onControl) return;
    else if (key === 'Enter') onOpen(active);
    else if (key.length === 1) find(key, event.timeStamp);
    else return;
    event.preventDefault();
  };
}
