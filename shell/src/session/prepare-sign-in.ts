import { loadCalls } from '@carrel/shared/api';

import { loadSignedIn } from '../state/load-signed-in.ts';

function load(): void {
  loadCalls().catch(() => undefined);
  loadSignedIn().catch(() => undefined);
}

/** Loads the code for signed-in users at the first input: a guest who types is about to sign in. */
export function prepareSignIn(): void {
  window.addEventListener('input', load, { once: true, passive: true });
}
