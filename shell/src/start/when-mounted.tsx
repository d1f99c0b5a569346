import { useEffect } from 'react';
import type { ReactNode } from 'react';

interface WhenMountedProps {
  /** Called once all children are mounted, effects included. */
  act: () => void;
  children: ReactNode;
}

/** Calls back when its children have been mounted. */
export function WhenMounted({ act, children }: WhenMountedProps) {
  useEffect(act, [act]);
  return children;
}
