import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

import { IconButton } from '../../guest/controls/icon-button.tsx';
import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { useDialogFocus } from './dialog-focus.ts';
import { dialogRecipe } from './dialog-recipe.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The action, such as "Create dataset". */
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the affirmative one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Something was typed: Escape and a click outside no longer close. */
  dirty?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Leaves the title to screen readers and all of the frame to the content, at the upper edge on a phone too. */
  bare?: boolean | undefined;
}

/** A window over the screen. The focus goes to its first field and returns where it came from. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  dirty = false,
  role = 'dialog',
  bare = false,
}: DialogProps) {
  const { content, initialFocusEl, finalFocusEl } = useDialogFocus(open);
  return (
    <ChakraDialog.Root
      recipe={dialogRecipe}
      {...{ bare }}
      size={size}
      role={role}
      open={open}
      onOpenChange={(change) => {
        if (!change.open) onClose();
      }}
      closeOnEscape={!dirty}
      closeOnInteractOutside={!dirty}
      initialFocusEl={initialFocusEl}
      finalFocusEl={finalFocusEl}
      onInteractOutside={keepForToasts}
    >
      <Portal>
        <ChakraDialog.Backdrop />
        <ChakraDialog.Positioner>
          <ChakraDialog.Content ref={content}>
            {bare ? (
              <>
                <ChakraDialog.Title asChild>
                  <VisuallyHidden>{title}</VisuallyHidden>
                </ChakraDialog.Title>
                {children}
              </>
            ) : (
              <>
                <ChakraDialog.Header>
                  <ChakraDialog.Title>{title}</ChakraDialog.Title>
                  {description !== undefined && (
                    <ChakraDialog.Description>{description}</ChakraDialog.Description>
                  )}
                </ChakraDialog.Header>
                {children !== undefined && <ChakraDialog.Body>{children}</ChakraDialog.Body>}
                {footer !== undefined && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
                <ChakraDialog.CloseTrigger asChild>
                  <IconButton label="Close" size="sm">
                    <X aria-hidden />
                  </IconButton>
                </ChakraDialog.CloseTrigger>
              </>
            )}
          </ChakraDialog.Content>
        </ChakraDialog.Positioner>
      </Portal>
    </ChakraDialog.Root>
  );
}

// Toasts lie outside of every dialog, yet touching one must not close it.
function keepForToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  const { target } = event;
  if (target instanceof Element && target.closest('[data-sonner-toaster]') !== null)
    event.preventDefault();
}
