import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';

import { connectToaster } from './toast.ts';
import { useTheme } from '../../theme/use-theme.ts';

const colors: Record<string, string> = {
  '--width': '356px',
  '--border-radius': '0.5rem',
  '--normal-bg': 'var(--c-colors-bg-raised)',
  '--normal-text': 'var(--c-colors-fg-default)',
  '--normal-border': 'var(--c-colors-border-subtle)',
};

const icons = {
  success: <CircleCheck size={18} color="var(--c-colors-success-fg)" aria-label="Success" />,
  error: <CircleAlert size={18} color="var(--c-colors-danger-fg)" aria-label="Error" />,
  info: <Info size={18} color="var(--c-colors-info-fg)" aria-label="Information" />,
};

// An open dialog disables the pointer on the page; toasts stay clickable.
// A mouse that swipes would select their text, and Sonner does not swipe while a text is selected.
const toastOptions = {
  style: { pointerEvents: 'auto', userSelect: 'none', WebkitUserSelect: 'none' },
} as const;

function sendToList({ target, relatedTarget }: FocusEvent, kind: 'mousemove' | 'mouseout'): void {
  const list = target instanceof Element ? target.closest('[data-sonner-toaster]') : null;
  if (list === null || (relatedTarget instanceof Node && list.contains(relatedTarget))) return;
  list.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
}

const hold = (event: FocusEvent) => sendToList(event, 'mousemove');
const release = (event: FocusEvent) => sendToList(event, 'mouseout');

/**
 * Keeps toasts while they have the focus, as Sonner does while the pointer is on them. Sonner has no
 * option for that, so the focus sends the events of a pointer.
 */
function holdWhileFocused(): () => void {
  document.addEventListener('focusin', hold);
  document.addEventListener('focusout', release);
  return () => {
    document.removeEventListener('focusin', hold);
    document.removeEventListener('focusout', release);
  };
}

/** Ends a selection anywhere on the page when a toast is pressed: Sonner would not swipe it. */
function clearSelection({ target }: PointerEvent): void {
  if (target instanceof Element && target.closest('[data-sonner-toast]') !== null)
    window.getSelection()?.removeAllRanges();
}

function letMouseSwipe(): () => void {
  document.addEventListener('pointerdown', clearSelection, true);
  return () => document.removeEventListener('pointerdown', clearSelection, true);
}

/** Sonner with the product's durations and colours. */
export function SonnerToaster() {
  const { resolved } = useTheme();
  // Runs after Sonner's own effect, which adds its listeners.
  useEffect(() => connectToaster(toast), []);
  useEffect(holdWhileFocused, []);
  useEffect(letMouseSwipe, []);
  return (
    <Toaster
      theme={resolved}
      // Otherwise read from the computed style each time, which forces the browser to compute it.
      dir="ltr"
      position="bottom-right"
      duration={4000}
      visibleToasts={3}
      gap={14}
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel="Notifications"
      icons={icons}
      toastOptions={toastOptions}
      style={{ ...colors, fontFamily: 'inherit' }}
    />
  );
}
