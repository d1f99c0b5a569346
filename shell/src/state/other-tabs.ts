import { localStore } from '../base/local-store.ts';

const SIGNED_OUT = 'carrel-signed-out';
const SIGNED_IN = 'carrel-signed-in-account';

/** Notifies the browser's other tabs that the user has signed out. */
export function broadcastSignedOut(): void {
  localStore.remove(SIGNED_IN);
  localStore.set(SIGNED_OUT, `${Date.now()}-${Math.random()}`);
}

/** Notifies the other tabs of the account that the browser's cookies now belong to. */
export function broadcastSignedIn(accountId: string): void {
  if (localStore.get(SIGNED_IN) !== accountId) localStore.set(SIGNED_IN, accountId);
}

/** Returns whether a user signed in in this browser, and did not sign out. */
export function wasSignedInHere(): boolean {
  return localStore.get(SIGNED_IN) !== null;
}

/** Deletes the memory of a session that has ended: its end is said once. */
export function forgetSignedIn(): void {
  localStore.remove(SIGNED_IN);
}

/** Returns whether the last event in this browser was a sign-out. */
export function wasSignedOutHere(): boolean {
  return localStore.get(SIGNED_OUT) !== null && !wasSignedInHere();
}

interface OtherTabs {
  /** The user signed out in another tab. */
  onSignedOut: () => void;
  /** A user, perhaps another one, signed in in another tab. */
  onSignedIn: (accountId: string) => void;
}

/** Calls back when a user signs in or out in another tab. */
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
