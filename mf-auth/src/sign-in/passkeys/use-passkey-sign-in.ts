import { whenIdle } from '@carrel/shared/shell';
import { useEffect, useEffectEvent, useRef } from 'react';

// Loaded when the page is idle, or at the press: nobody waits for it who has no passkey.
const load = () => import(/* webpackChunkName: "passkey-sign-in" */ './passkey-sign-in.ts');

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
    const { usePasskeyNow } = await load();
    if (!(await usePasskeyNow(finish))) void offer();
  };

  const start = useEffectEvent(() => void offer());
  useEffect(() => {
    const cancel = whenIdle(() => {
      // A sign-in that has begun meanwhile has set it.
      if (offering.current === undefined) start();
    });
    return () => {
      cancel();
      offering.current?.abort();
    };
  }, []);
  return { use, end, offer };
}
