import { atom } from 'jotai';

/** What is open over the screen: the command palette, the list of shortcuts, or nothing. */
export type CommandOverlay = 'palette' | 'shortcuts' | null;

export const commandOverlayAtom = atom<CommandOverlay>(null);
