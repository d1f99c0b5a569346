import type { CurrentUser } from '@carrel/shared/contract';
import { STORAGE_KEYS } from '@carrel/shared/contract';
import { atom } from 'jotai';

import { localStore } from '../base/local-store.ts';

const selectedAtom = atom<string | null>(null);
const wantedAtom = atom<string | null>(null);
const listedAtom = atom<readonly string[]>([]);

/** Id of the selected organization; null without one. */
export const organizationIdAtom = atom((get) => get(selectedAtom));

/** Selects one of the user's organizations and saves the choice; any other id changes nothing. */
export const selectOrganizationAtom = atom(null, (get, set, organizationId: string) => {
  if (!get(listedAtom).includes(organizationId)) return;
  set(selectedAtom, organizationId);
  localStore.set(STORAGE_KEYS.selectedOrganization, organizationId);
});

/** Selects an organization now, or as soon as it is one of the user's. */
export const selectWhenListedAtom = atom(null, (get, set, organizationId: string) => {
  const listed = get(listedAtom).includes(organizationId);
  set(wantedAtom, listed ? null : organizationId);
  if (listed) set(selectOrganizationAtom, organizationId);
});

/**
 * Updates the selection whenever the user is loaded: the awaited organization, the one selected in
 * this tab, the saved one, or the first; null for a user without an organization.
 */
export const settleOrganizationAtom = atom(null, (get, set, user: CurrentUser | null) => {
  const listed = Object.keys(user?.memberships ?? {});
  const wanted = get(wantedAtom);
  const saved = localStore.get(STORAGE_KEYS.selectedOrganization);
  const candidates = [wanted, get(selectedAtom), saved, listed[0]];
  const next = candidates.find((id) => id !== null && id !== undefined && listed.includes(id));
  set(listedAtom, listed);
  if (next === undefined || next === null) {
    set(selectedAtom, null);
    localStore.remove(STORAGE_KEYS.selectedOrganization);
    return;
  }
  set(selectedAtom, next);
  // The last choice of another tab stays saved, as long as the user belongs to that organization.
  if (next === wanted || saved === null || !listed.includes(saved)) {
    localStore.set(STORAGE_KEYS.selectedOrganization, next);
  }
  if (next === wanted) set(wantedAtom, null);
});

/** Whether the dialog that creates an organization is open: sidebar and dashboard both open it. */
export const creatingOrganizationAtom = atom(false);
