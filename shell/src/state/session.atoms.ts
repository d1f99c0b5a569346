import type { CurrentUser } from '@carrel/shared/contract';
import type { PageInfo } from '@carrel/shared/shell';
import { atom } from 'jotai';

import { settleOrganizationAtom } from './organizations.atoms.ts';

/** `failed`: a user is signed in, but the code for signed-in users could not be fetched. */
export type SessionStatus = 'checking' | 'ready' | 'failed';

export const sessionStatusAtom = atom<SessionStatus>('checking');

const knownUserAtom = atom<CurrentUser | null>(null);

/** The signed-in user; writing it also selects an organization. */
export const userAtom = atom(
  (get) => get(knownUserAtom),
  (_get, set, user: CurrentUser | null) => {
    set(knownUserAtom, user);
    set(settleOrganizationAtom, user);
  },
);

/** Whether the user pressed Log out, here or in another tab: then no URL is remembered. */
export const signedOutAtom = atom(false);

/** Whether the last refresh got no answer: the user stays, and may try again. */
export const renewalFailedAtom = atom(false);

/** A sentence for the sign-in page, where the start could not tell who is signed in. */
export const startFailureAtom = atom<string | undefined>(undefined);

/** Title and breadcrumbs that the screen set. */
export const pageAtom = atom<PageInfo>({ title: '' });
