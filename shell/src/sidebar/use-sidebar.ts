import { useIsMobile } from '@carrel/shared/ui/signed-in';
import { useAtom } from 'jotai';
import { useCallback } from 'react';

import { sidebarOpenAtom, slideOverOpenAtom } from './sidebar.atoms.ts';

export interface SidebarState {
  mobile: boolean;
  open: boolean;
  slideOverOpen: boolean;
  closeSlideOver: () => void;
  toggle: () => void;
}

/** Returns the sidebar's state and its toggle. */
export function useSidebar(): SidebarState {
  const mobile = useIsMobile();
  const [open, setOpen] = useAtom(sidebarOpenAtom);
  const [slideOverOpen, setSlideOverOpen] = useAtom(slideOverOpenAtom);
  const toggle = useCallback(() => {
    if (mobile) setSlideOverOpen((before) => !before);
    else setOpen(!open);
  }, [mobile, open, setOpen, setSlideOverOpen]);
  const closeSlideOver = useCallback(() => setSlideOverOpen(false), [setSlideOverOpen]);
  return { mobile, open, slideOverOpen: mobile && slideOverOpen, closeSlideOver, toggle };
}
