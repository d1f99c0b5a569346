import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent } from 'react';

/** Within this time after one tooltip was closed, the next one opens at once. */
const SKIP_DELAY = 300;
/** Time for the pointer to move from the control to its tooltip. */
const GRACE = 120;

let lastClosed = Number.NEGATIVE_INFINITY;

interface TooltipOptions {
  openDelay: number;
  openOnPress: boolean;
  disabled: boolean;
}

/** Returns the control of an open tooltip, and the listeners of control and tooltip. */
export function useTooltip({ openDelay, openOnPress, disabled }: TooltipOptions) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = anchor !== null;

  const after = (delay: number, act: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, delay);
  };
  const close = () => {
    clearTimeout(timer.current);
    if (open) lastClosed = performance.now();
    setAnchor(null);
  };
  const show = (control: HTMLElement) => {
    clearTimeout(timer.current);
    if (!disabled) setAnchor(control);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return undefined;
    const hide = () => {
      lastClosed = performance.now();
      setAnchor(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') hide();
    };
    document.addEventListener('keydown', onKey);
    // It would not move with its control.
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', hide, { capture: true });
    };
  }, [open]);

  return {
    anchor,
    control: {
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'touch' || disabled) return;
        const soon = performance.now() - lastClosed < SKIP_DELAY;
        after(soon ? 0 : openDelay, () => setAnchor(currentTarget));
      },
      onPointerLeave: ({ pointerType }: PointerEvent<HTMLElement>) => {
        if (pointerType !== 'touch') after(GRACE, close);
      },
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) show(currentTarget);
      },
      onBlur: close,
      onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => {
        if (openOnPress) show(currentTarget);
        else close();
      },
    },
    tooltip: {
      onPointerEnter: () => clearTimeout(timer.current),
      onPointerLeave: close,
    },
  };
}
