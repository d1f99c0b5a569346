import { useRef } from 'react';
import type { KeyboardEvent } from 'react';

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;
/** Milliseconds after which typing starts a new search. */
const TYPING_PAUSE_MS = 700;

interface ListKeys {
  names: () => readonly string[];
  count: number;
  active: number;
  onMove: (row: number) => void;
  onOpen: (row: number) => void;
  /** Chooses a row or not; with `range`, all up to it. */
  onSelect: (row: number, range: boolean) => void;
  onSelectAll: () => void;
}

/** Returns the key handler of a list: arrows move, Enter opens, Space chooses, Ctrl+A chooses all, letters search. */
export function useListKeys(keys: ListKeys) {
  const { names, count, active, onMove, onOpen, onSelect, onSelectAll } = keys;
  const typed = useRef({ text: '', at: 0 });

  const find = (letter: string, at: number) => {
    const continues = at - typed.current.at < TYPING_PAUSE_MS;
    const text = (continues ? typed.current.text : '') + letter;
    typed.current = { text, at };
    const row = rowOfTyped(names(), text, active);
    if (row !== -1) onMove(row);
  };

  return (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') {
      event.preventDefault();
      onSelectAll();
      return;
    }
    if (ctrlKey || metaKey || altKey) return;
    const row = rowAfterKey(key, active, count);
    // A control inside a row handles Enter, space and letters itself.
    const onControl = event.target instanceof Element && event.target.matches('a, button, input');
    if (row !== undefined) {
      typed.current = { text: '', at: 0 };
      onMove(row);
    } else if (onControl) return;
    else if (key === 'Enter') onOpen(active);
    else if (key === ' ') onSelect(active, shiftKey);
    else if (key.length === 1) find(key, event.timeStamp);
    else return;
    event.preventDefault();
  };
}

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
