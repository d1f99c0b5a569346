import { atom } from 'jotai';

/** How many of the chosen files have been read. Only what shows it renders at each step. */
export const filesReadAtom = atom(0);
