import { loadCalls } from '@carrel/shared/api';

import { loadSignedIn } from '../start/load-signed-in.ts';

function load(): void {
  loadCalls().catch(() => undefined);
  loadSignedIn().catch(() => undefined);
}

/** Somebody who types is about to sign in: the code for signed-in people comes meanwhile. */
export function prepareSignIn(): void {
  window.addEventListener('input', load, { once: true, passive: true });
}
