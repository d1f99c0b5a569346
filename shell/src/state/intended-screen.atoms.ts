import { atom } from 'jotai';

/** The address of the link that the user was about to follow last. */
export const intendedScreenAtom = atom<URL | null>(null);
