import { shownName } from '@carrel/shared/contract';
import type { ReactNode } from 'react';

interface RowMarkProps {
  /** Undefined for what cannot be chosen. */
  id: string | undefined;
  name: string;
  selected: boolean;
  /** Its identity has to be stable. */
  onSelect: (id: string, range: boolean) => void;
  /** What is in the place of the checkbox while there is none. */
  children: ReactNode;
}

/** An icon at the start of a row, in whose place a checkbox is while the row is in use, and always on touch. */
export function RowMark({ id, name, selected, onSelect, children }: RowMarkProps) {
  if (id === undefined) return children;
  return (
    <>
      <span data-icon="">{children}</span>
      <input
        type="checkbox"
        data-select=""
        // The row has the focus, and Space chooses it.
        tabIndex={-1}
        aria-label={`Choose ${shownName(name)}`}
        checked={selected}
        onChange={({ nativeEvent }) =>
          onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </>
  );
}

/** Whether a click is on the cell of a row's mark, beside its checkbox. */
export const isOnMark = (target: EventTarget) =>
  target instanceof Element && target.closest('td[data-mark]') !== null;
