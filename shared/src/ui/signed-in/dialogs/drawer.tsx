import type { ReactNode } from 'react';

import { DialogFrame } from './dialog-frame.tsx';

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** For screen readers only. */
  title: string;
  children: ReactNode;
}

/** A panel over the left edge of the screen: 18rem, as the mobile sidebar is. */
export function Drawer({ open, onClose, title, children }: DrawerProps) {
  return (
    <DialogFrame kind="drawer" bare open={open} onClose={onClose} title={title}>
      {children}
    </DialogFrame>
  );
}
