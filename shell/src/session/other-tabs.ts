import { localStore } from '../storage/local-store.ts';

const SIGNED_OUT = 'carrel-signed-out';
const SIGNED_IN = 'carrel-signed-in-account';

/** Lets the other tabs of this browser know that the person has signed out. */
export function tellSignedOut(): void {
  localStore.remove(SIGNED_IN);
  localStore.set(SIGNED_OUT, `${Date.now()}-${Math.random()}`);
}

/** Lets the other tabs know whose account the browser's cookies belong to from now on. */
export function tellSignedIn(accountId: string): void {
  if (localStore.get(SIGNED_IN) !== accountId) localStore.set(SIGNED_IN, accountId);
}

/** Whether somebody signed in in this browser, and did not sign out. */
export function wasSignedInHere(): boolean {
  return localStore.get(SIGNED_IN) !== null;
}

/** Whether the last that this browser knows of is that somebody signed out. */
export function wasSignedOutHere(): boolean {
  return localStore.get(SIGNED_OUT) !== null && !wasSignedInHere();
}

interface OtherTabs {
  /** The person signed out in another tab. */
  onSignedOut: () => void;
  /** Somebody, perhaps somebody else, signed in there. */
  onSignedIn: (accountId: string) => void;
}

/** Calls back with what other tabs tell. */
export function listenToOtherTabs(
  { onSignedOut, onSignedIn }: OtherTabs,
  signal: AbortSignal,
): void {
  window.addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (newValue === null) return;
      if (key === SIGNED_OUT) onSignedOut();
      if (key === SIGNED_IN) onSignedIn(newValue);
    },
    { signal },
  );
}
