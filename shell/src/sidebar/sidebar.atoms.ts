import { SIDEBAR_COOKIE, SIDEBAR_COOKIE_SECONDS } from '@carrel/shared/contract';
import { atom } from 'jotai';

import { readCookie, writeCookie } from '../base/cookies.ts';

const chosenAtom = atom<boolean | undefined>(undefined);

/** Whether the sidebar shows labels beside its icons; stored in a cookie for seven days. */
export const sidebarOpenAtom = atom(
  (get) => get(chosenAtom) ?? readCookie(SIDEBAR_COOKIE) !== 'false',
  (_get, set, open: boolean) => {
    set(chosenAtom, open);
    writeCookie(SIDEBAR_COOKIE, String(open), SIDEBAR_COOKIE_SECONDS);
  },
);

/** Whether the sidebar is open over the screen, in a narrow window. */
export const slideOverOpenAtom = atom(false);
