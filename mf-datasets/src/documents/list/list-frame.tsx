import { Box } from '@carrel/shared/ui';
import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';

import { useClear } from '../../parts/selection/choosing/use-clear.ts';
import type { Selection } from '../../parts/selection/choosing/use-selection.ts';

interface ListFrameProps {
  label: string;
  /** Shows what it showed before, until the answer to a change is there. */
  busy?: boolean;
  selection: Selection;
  /** The user came by keyboard: the frame has the focus until a row can have it. */
  takesFocus?: boolean;
  onKey?: (event: KeyboardEvent) => void;
  /** Renders the actions on what is selected. */
  renderActions: (clear: () => void) => ReactNode;
  children: ReactNode;
}

/** The section of a list, which has the focus when nothing in it can have it. Escape clears the selection. */
export function ListFrame(props: ListFrameProps) {
  const {
    label,
    busy = false,
    selection,
    takesFocus = false,
    onKey,
    renderActions,
    children,
  } = props;
  const frame = useRef<HTMLDivElement>(null);
  const clear = useClear(selection, frame);
  const hasSelection = selection.isWhole || selection.ids.length > 0;

  useLayoutEffect(() => {
    const hasFocus = frame.current?.contains(document.activeElement) === true;
    if (takesFocus && !hasFocus) frame.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const handleKey = (event: KeyboardEvent) => {
    // Events of a dialog come here too.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    if (event.key === 'Escape' && hasSelection) {
      // A row that has the focus keeps it. A bar of actions is gone.
      if (event.target instanceof Element && event.target.closest('[data-row]')) selection.clear();
      else clear();
    }
    onKey?.(event);
  };
  return (
    <Box
      ref={frame}
      as="section"
      tabIndex={-1}
      outline="none"
      aria-label={label}
      aria-busy={busy || undefined}
      onKeyDown={handleKey}
    >
      {children}
      {hasSelection && renderActions(clear)}
    </Box>
  );
}
