import { useState } from 'react';
import type { ReactNode } from 'react';

import { DialogFrame } from './dialog-frame.tsx';
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
  /** Renders the content hidden while the dialog is closed, so that it opens faster. */
  kept?: boolean | undefined;
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
  kept,
}: DialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking && !(open && dirty)) setIsAsking(false);
  const cancel = () => {
    if (dirty) setIsAsking(true);
    else onClose();
  };
  return (
    <DialogFrame
      bare={bare}
      kept={kept}
      size={size}
      role={role}
      open={open}
      onClose={cancel}
      closable={!busy}
      title={title}
      description={description}
      footer={renderFooter?.(cancel) ?? footer}
      closeButton={!bare}
      over={
        <DiscardQuestion
          open={isAsking}
          onKeep={() => setIsAsking(false)}
          onDiscard={() => {
            setIsAsking(false);
            onClose();
          }}
        />
      }
    >
      {children}
    </DialogFrame>
  );
}
