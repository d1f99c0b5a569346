import { atom } from 'jotai';

/** What lies over the screen: the command palette, the list of keys, or nothing. */
export type CommandOverlay = 'palette' | 'shortcuts' | null;

export const commandOverlayAtom = atom<CommandOverlay>(null);
