import { useEffect } from 'react';
import type { ReactNode } from 'react';

interface WhenMountedProps {
  /** Called once everything inside is on the page and alive. */
  act: () => void;
  children: ReactNode;
}

/** Tells when everything inside has been mounted, effects included. */
export function WhenMounted({ act, children }: WhenMountedProps) {
  useEffect(act, [act]);
  return children;
}
