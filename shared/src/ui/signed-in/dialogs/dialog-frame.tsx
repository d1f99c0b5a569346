import { Portal } from '@chakra-ui/react/portal';
import { X } from 'lucide-react';
import { Activity, useId } from 'react';
import type { ReactNode } from 'react';

import { IconButton } from '../../guest/controls/icon-button.tsx';
import { VisuallyHidden } from '../../guest/visually-hidden.tsx';
import { dialogSlots, drawerSlots } from './dialog-slots.ts';
import { useModal } from './modal/use-modal.ts';

interface DialogWindowProps {
  open: boolean;
  /** Where the window is: in the middle, or at the left edge. */
  kind?: 'dialog' | 'drawer';
  onClose: () => void;
  title: string;
  /** The title is for screen readers only, and there is no header. */
  bare?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  role?: 'dialog' | 'alertdialog';
  /** Escape and a press outside close the window. */
  closable?: boolean;
  /** Shows a button that closes the window. */
  closeButton?: boolean;
  /** The window is over another one, which darkens the screen already. */
  isOver?: boolean;
  /** Windows over this one. */
  over?: ReactNode;
}

interface DialogFrameProps extends DialogWindowProps {
  /** Renders the window hidden while it is closed, so that it opens faster. */
  kept?: boolean | undefined;
}

/** The backdrop and the window of a dialog or a drawer, rendered only while it is open. */
export function DialogFrame({ kept = false, ...props }: DialogFrameProps) {
  if (!kept && !props.open) return null;
  return (
    <Portal>
      <Activity mode={props.open ? 'visible' : 'hidden'}>
        <DialogWindow {...props} />
      </Activity>
    </Portal>
  );
}

/** A window; its effects run while it is open. */
function DialogWindow(props: DialogWindowProps) {
  const { title, description, children, footer, bare = false, size, role = 'dialog' } = props;
  const {
    open,
    kind = 'dialog',
    closable = true,
    closeButton = false,
    onClose,
    isOver = false,
    over,
  } = props;
  const id = useId();
  const content = useModal({ onClose, closable });
  const state = open ? 'open' : 'closed';
  const slots = kind === 'drawer' ? drawerSlots : dialogSlots;
  const variants = kind === 'drawer' ? {} : { size, bare };
  return (
    <>
      <slots.backdrop data-state={state} style={isOver ? { background: 'none' } : undefined} />
      <slots.positioner {...variants}>
        <slots.content
          {...variants}
          ref={content}
          // Whoever looks for open windows looks for the role.
          role={open ? role : undefined}
          tabIndex={-1}
          aria-modal
          aria-labelledby={`${id}-title`}
          aria-describedby={description === undefined ? undefined : `${id}-description`}
          data-state={state}
        >
          {bare ? (
            <>
              <VisuallyHidden as="h2" id={`${id}-title`}>
                {title}
              </VisuallyHidden>
              {children}
            </>
          ) : (
            <>
              <slots.header pb={children === undefined ? '4' : undefined}>
                <slots.title id={`${id}-title`}>{title}</slots.title>
                {description !== undefined && (
                  <slots.description id={`${id}-description`}>{description}</slots.description>
                )}
              </slots.header>
              {children !== undefined && <slots.body>{children}</slots.body>}
              {footer !== undefined && <slots.footer>{footer}</slots.footer>}
            </>
          )}
          {closeButton && (
            <slots.closeTrigger asChild>
              <IconButton label="Close" size="sm" onClick={onClose}>
                <X aria-hidden />
              </IconButton>
            </slots.closeTrigger>
          )}
          {over}
        </slots.content>
      </slots.positioner>
    </>
  );
}
