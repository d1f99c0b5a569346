import type { CurrentUser } from '@carrel/shared/contract';
import type { PageInfo } from '@carrel/shared/shell';
import { atom } from 'jotai';

import { settleOrganizationAtom } from '../organizations/organizations.atoms.ts';

/** `failed`: somebody is signed in, but the code for signed-in people could not be fetched. */
export type SessionStatus = 'checking' | 'ready' | 'failed';

export const sessionStatusAtom = atom<SessionStatus>('checking');

const knownUserAtom = atom<CurrentUser | null>(null);

/** The signed-in person; writing it settles which organization is selected. */
export const userAtom = atom(
  (get) => get(knownUserAtom),
  (_get, set, user: CurrentUser | null) => {
    set(knownUserAtom, user);
    set(settleOrganizationAtom, user);
  },
);

/** Whether the person pressed Log out, here or in another tab: then no place is remembered. */
export const signedOutAtom = atom(false);

/** What the screen said of itself. */
export const pageAtom = atom<PageInfo>({ title: '' });
