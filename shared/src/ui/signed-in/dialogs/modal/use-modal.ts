import { ariaHidden } from '@zag-js/aria-hidden';
import { trackDismissableElement } from '@zag-js/dismissable';
import { trapFocus } from '@zag-js/focus-trap';
import { preventBodyScroll } from '@zag-js/remove-scroll';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { afterPaint } from '../../../after-paint.ts';
import { firstFocus, focusedElement } from './dialog-focus.ts';

/** Windows that are open, the topmost last. */
const opened: HTMLElement[] = [];

interface ModalOptions {
  onClose: () => void;
  /** Whether Escape and a press outside close the window. */
  closable: boolean;
}

// Toasts are outside of every dialog, but a press on one must not close it.
const isToast = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null;

/**
 * Makes an element a modal window while it is mounted. The focus moves into it at once; what the user
 * cannot notice follows after the paint, since it makes the browser compute styles several times: the
 * focus trap, the scroll lock, hiding the rest from screen readers, closing by Escape or a press outside.
 */
export function useModal({ onClose, closable }: ModalOptions) {
  const content = useRef<HTMLDivElement>(null);
  const returnFocus = useRef(() => {});
  const [endFocus] = useState<(() => void)[]>(() => []);
  const close = useEffectEvent(onClose);
  const isClosable = useEffectEvent(() => closable);
  // Before anything moves the focus, and returned before the window is removed.
  useLayoutEffect(() => {
    const element = content.current;
    const owner = focusedElement();
    const leave = () => {
      const { activeElement: active } = document;
      if (active instanceof HTMLElement && element?.contains(active) === true) active.blur();
      if (owner?.isConnected === true) owner.focus({ preventScroll: true });
    };
    returnFocus.current = leave;
    return () => {
      for (const end of endFocus.splice(0)) end();
      leave();
    };
  }, [endFocus]);
  useEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    opened.push(element);
    firstFocus(element).focus({ preventScroll: true });
    const ends: (() => void)[] = [];
    const cancel = afterPaint(() => {
      ends.push(
        trackDismissableElement(element, {
          type: 'dialog',
          onEscapeKeyDown: (event) => {
            if (!isClosable()) event.preventDefault();
          },
          // The trap returns the focus, which a change of screen may move after the window has opened.
          onFocusOutside: (event) => event.preventDefault(),
          onInteractOutside: (event) => {
            const { target } = event.detail.originalEvent;
            if (!isClosable() || opened.at(-1) !== element || isToast(target)) {
              event.preventDefault();
            }
          },
          onDismiss: () => close(),
        }) ?? (() => undefined),
        preventBodyScroll(document),
      );
      endFocus.push(
        trapFocus(element, {
          returnFocusOnDeactivate: false,
          // The focus of a menu may have returned to its button meanwhile.
          initialFocus: () => {
            const { activeElement: active } = document;
            return active instanceof HTMLElement && element.contains(active)
              ? active
              : firstFocus(element);
          },
        }),
        ariaHidden(() => [element], { defer: false }),
      );
    });
    return () => {
      cancel();
      for (const end of ends) end();
      // React focuses again what had the focus in a window that is kept.
      if (element.contains(document.activeElement)) returnFocus.current();
      opened.splice(opened.indexOf(element), 1);
    };
  }, [endFocus]);
  return content;
}
