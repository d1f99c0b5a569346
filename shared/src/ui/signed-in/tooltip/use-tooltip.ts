import { useCallback, useEffect, useRef, useState } from 'react';
import type { FocusEvent, PointerEvent } from 'react';

/** Within this time after the pointer left a control with a tooltip, the next tooltip opens at once. */
const SKIP_DELAY = 300;
/** Time for the pointer to move from the control to its tooltip. */
const GRACE = 120;

let lastLeft = Number.NEGATIVE_INFINITY;
/** Closes the tooltip that is open, which stays for a moment after the pointer left. */
let closeOther: (() => void) | undefined;

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
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setAnchor(null);
  }, []);
  const close = () => {
    if (open) lastLeft = performance.now();
    hide();
  };
  const show = (control: HTMLElement) => {
    clearTimeout(timer.current);
    if (disabled) return;
    if (closeOther !== hide) closeOther?.();
    closeOther = hide;
    setAnchor(control);
  };

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return undefined;
    const leave = () => {
      lastLeft = performance.now();
      hide();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('keydown', onKey);
    // It would not move with its control.
    window.addEventListener('scroll', leave, { capture: true, passive: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', leave, { capture: true });
    };
  }, [open, hide]);

  return {
    anchor,
    control: {
      onPointerEnter: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'touch' || disabled) return;
        const soon = performance.now() - lastLeft < SKIP_DELAY;
        after(soon ? 0 : openDelay, () => show(currentTarget));
      },
      onPointerLeave: ({ pointerType }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'touch') return;
        if (open) lastLeft = performance.now();
        after(GRACE, hide);
      },
      onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.matches(':focus-visible')) show(currentTarget);
      },
      onBlur: close,
      // Not `onClick`: merged with the control's own, it would lose the promise of the control's action.
      onClickCapture: ({ currentTarget }: { currentTarget: HTMLElement }) => {
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
