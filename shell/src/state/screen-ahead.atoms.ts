import { atom } from 'jotai';

import type { ScreenLocation } from './keep-screens.ts';

export interface ScreenAhead {
  location: ScreenLocation;
  /** The path of the screen that is shown meanwhile. */
  from: string;
}

/** The screen that the user is about to open, whose code has been loaded. */
export const screenAheadAtom = atom<ScreenAhead | undefined>(undefined);
