import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster, toast } from 'sonner';

import { toasterStands } from './toast.ts';
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

// An open dialog takes the pointer from all of the page; toasts stay within reach.
const toastOptions = { style: { pointerEvents: 'auto' } } as const;

function tellList({ target, relatedTarget }: FocusEvent, kind: 'mousemove' | 'mouseout'): void {
  const list = target instanceof Element ? target.closest('[data-sonner-toaster]') : null;
  if (list === null || (relatedTarget instanceof Node && list.contains(relatedTarget))) return;
  list.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
}

const hold = (event: FocusEvent) => tellList(event, 'mousemove');
const release = (event: FocusEvent) => tellList(event, 'mouseout');

/**
 * Sonner keeps toasts while the pointer is on them; the keyboard's focus is as good a reason. It has no
 * word for that, so the focus does to it what a pointer would.
 */
function holdWhileFocused(): () => void {
  document.addEventListener('focusin', hold);
  document.addEventListener('focusout', release);
  return () => {
    document.removeEventListener('focusin', hold);
    document.removeEventListener('focusout', release);
  };
}

/** Sonner with the product's durations and colours. */
export function SonnerToaster() {
  const { resolved } = useTheme();
  // Runs after Sonner's own effect, which is what begins to listen.
  useEffect(() => toasterStands(toast), []);
  useEffect(holdWhileFocused, []);
  return (
    <Toaster
      theme={resolved}
      // Otherwise asked of the computed style each time, which has the browser compute it.
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
