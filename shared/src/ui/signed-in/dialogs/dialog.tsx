import { Dialog as ChakraDialog } from '@chakra-ui/react/dialog';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';

import { IconButton } from '../../guest/controls/icon-button.tsx';
import { useDialogFocus } from './dialog-focus.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { dialogRecipe } from './dialog-recipe.ts';
import { DiscardQuestion } from './discard-question.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The action, such as "Create dataset". */
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the affirmative one last. */
  footer?: ReactNode;
  /** The same with a Cancel, which asks if something was typed. */
  renderFooter?: ((cancel: () => void) => ReactNode) | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** Something was typed: Escape, a click outside, Close and Cancel ask before they discard it. */
  dirty?: boolean | undefined;
  /** Something is running: Escape and a click outside do not close the dialog. */
  busy?: boolean | undefined;
  role?: 'dialog' | 'alertdialog' | undefined;
  /** Without header and padding; the title is for screen readers. On a phone at the upper edge. */
  bare?: boolean | undefined;
}

/** A window over the screen. The focus moves to its first field, and back when it closes. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  renderFooter,
  size = 'md',
  dirty = false,
  busy = false,
  role = 'dialog',
  bare = false,
}: DialogProps) {
  const { content, initialFocusEl, finalFocusEl } = useDialogFocus(open);
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking && !(open && dirty)) setIsAsking(false);
  const cancel = () => {
    if (dirty) setIsAsking(true);
    else onClose();
  };
  const buttons = renderFooter?.(cancel) ?? footer;
  return (
    <DialogFrame
      recipe={dialogRecipe}
      {...{ bare }}
      size={size}
      role={role}
      open={open}
      onClose={cancel}
      closeOnEscape={!busy}
      closeOnInteractOutside={!busy}
      initialFocusEl={initialFocusEl}
      finalFocusEl={finalFocusEl}
      onInteractOutside={keepForToasts}
      contentRef={content}
      hiddenTitle={bare ? title : undefined}
    >
      {bare ? (
        children
      ) : (
        <>
          <ChakraDialog.Header>
            <ChakraDialog.Title>{title}</ChakraDialog.Title>
            {description !== undefined && (
              <ChakraDialog.Description>{description}</ChakraDialog.Description>
            )}
          </ChakraDialog.Header>
          {children !== undefined && <ChakraDialog.Body>{children}</ChakraDialog.Body>}
          {buttons !== undefined && <ChakraDialog.Footer>{buttons}</ChakraDialog.Footer>}
          <ChakraDialog.CloseTrigger asChild>
            <IconButton label="Close" size="sm">
              <X aria-hidden />
            </IconButton>
          </ChakraDialog.CloseTrigger>
        </>
      )}
      <DiscardQuestion
        open={isAsking}
        onKeep={() => setIsAsking(false)}
        onDiscard={() => {
          setIsAsking(false);
          onClose();
        }}
      />
    </DialogFrame>
  );
}

// Toasts are outside of every dialog, but a click on one must not close it.
function keepForToasts(event: { target: EventTarget | null; preventDefault: () => void }): void {
  const { target } = event;
  if (target instanceof Element && target.closest('[data-sonner-toaster]') !== null)
    event.preventDefault();
}
