import { useState } from 'react';

/** How far Page Up and Page Down go. */
const PAGE = 8;

/**
 * Tracks the active option of a list: the first one again whenever the query changes. One that was chosen
 * stays active when others appear before it.
 */
export function useActiveOption(ids: readonly string[], query: string) {
  const [chosen, setChosen] = useState<{ id: string | undefined; query: string }>({
    id: undefined,
    query,
  });
  const last = Math.max(ids.length - 1, 0);
  const active =
    chosen.query === query && chosen.id !== undefined ? Math.max(ids.indexOf(chosen.id), 0) : 0;
  const setActive = (place: number) => setChosen({ id: ids[place], query });

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
