import { useState } from 'react';

/** How far Page Up and Page Down go. */
const PAGE = 8;

/** Tracks the active option of a list: the first one again whenever the query changes. */
export function useActiveOption(count: number, query: string) {
  const [chosen, setChosen] = useState({ place: 0, query });
  const last = Math.max(count - 1, 0);
  const active = chosen.query === query ? Math.min(chosen.place, last) : 0;
  const setActive = (place: number) => setChosen({ place, query });

  /** Moves the active option by a key; returns false for a key that the list does not handle. */
  const move = (key: string): boolean => {
    if (key === 'ArrowDown') setActive(active === last ? 0 : active + 1);
    else if (key === 'ArrowUp') setActive(active === 0 ? last : active - 1);
    else if (key === 'PageDown') setActive(Math.min(active + PAGE, last));
    else if (key === 'PageUp') setActive(Math.max(active - PAGE, 0));
    else return false;
    return true;
  };

  return { active, setActive, move };
}
