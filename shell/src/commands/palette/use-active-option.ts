import { useState } from 'react';

/** How far Page Up and Page Down go. */
const PAGE = 8;

/** Which option of a list the keys are on: the first one again whenever something else was asked. */
export function useActiveOption(count: number, asked: string) {
  const [chosen, setChosen] = useState({ place: 0, asked });
  const last = Math.max(count - 1, 0);
  const active = chosen.asked === asked ? Math.min(chosen.place, last) : 0;
  const setActive = (place: number) => setChosen({ place, asked });

  /** Moves as a key says; false where the key is not for the list. */
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
