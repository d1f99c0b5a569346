import { loadSignedIn } from '../load-signed-in.ts';

/** Somebody who types is about to sign in: the code for signed-in people comes meanwhile. */
export function prepareSignIn(): void {
  window.addEventListener('input', () => void loadSignedIn().catch(() => undefined), {
    once: true,
    passive: true,
  });
}
