import { localStore } from '../local-store.ts';

const SIGNED_OUT = 'carrel-signed-out';

/** Lets the other tabs of this browser know that the person has signed out. */
export function tellOtherTabs(): void {
  localStore.set(SIGNED_OUT, `${Date.now()}-${Math.random()}`);
}

/** Calls back when the person signs out in another tab. */
export function onSignOutElsewhere(listener: () => void, signal: AbortSignal): void {
  window.addEventListener(
    'storage',
    (event) => {
      if (event.key === SIGNED_OUT && event.newValue !== null) listener();
    },
    { signal },
  );
}
