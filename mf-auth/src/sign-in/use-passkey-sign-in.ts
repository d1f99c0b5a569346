import { useEffect, useEffectEvent, useRef } from 'react';

// Loaded when the page is idle, or at the press: nobody waits for it who has no passkey.
const load = () => import(/* webpackChunkName: "passkey-sign-in" */ '../parts/passkey-sign-in.ts');

/** Milliseconds in browsers without idle callbacks. */
const IDLE_DELAY = 3000;

/**
 * Offers passkeys by autofill once the page is idle. `use` signs in by one at the user's press, `end` withdraws the offer
 * while another sign-in runs, and `offer` renews it. `finish` runs after a sign-in.
 */
export function usePasskeySignIn(finish: () => Promise<void>) {
  const offering = useRef<AbortController>(undefined);
  const end = () => offering.current?.abort();
  const offer = async () => {
    end();
    const { signal } = (offering.current = new AbortController());
    if (!('PublicKeyCredential' in window)) return;
    try {
      const { offerPasskeys } = await load();
      await offerPasskeys(finish, signal);
    } catch {
      // The page works without the offer.
    }
  };
  const use = async () => {
    const { signInNow } = await load();
    if (!(await signInNow(finish))) void offer();
  };

  const start = useEffectEvent(() => void offer());
  useEffect(() => {
    const wait = (act: () => void) => setTimeout(act, IDLE_DELAY);
    let isCancelled = false;
    ('requestIdleCallback' in window ? window.requestIdleCallback : wait)(() => {
      // A sign-in that has begun meanwhile has set it.
      if (!isCancelled && offering.current === undefined) start();
    });
    return () => {
      isCancelled = true;
      offering.current?.abort();
    };
  }, []);
  return { use, end, offer };
}
