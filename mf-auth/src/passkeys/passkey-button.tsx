import { whenIdle } from '@carrel/shared/shell';
import { Button, toast } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';

import type * as Passkeys from './sign-in-by-passkey.ts';

/** What signs in by a passkey, in a chunk that is loaded once the page is there. */
const loadPasskeys = () => import(/* webpackChunkName: "passkeys" */ './sign-in-by-passkey.ts');

const FAILED = 'The passkey could not be used. Please try again.';

interface PasskeyButtonProps {
  /** What follows a sign-in that the server accepted. */
  onSignedIn: () => Promise<void>;
}

/** Signs in by a passkey: at a press, or as the browser fills in the address. */
export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false);
  const finish = useRef(onSignedIn);
  useEffect(() => {
    finish.current = onSignedIn;
  });

  useEffect(() => {
    let loaded: typeof Passkeys | 'gone' | undefined;
    const offer = async () => {
      const passkeys = await loadPasskeys();
      if (loaded === 'gone') return;
      loaded = passkeys;
      try {
        if (await passkeys.signInByAutofill()) await finish.current();
      } catch (error) {
        toast.error(passkeys.failureOf(error) ?? FAILED);
      }
    };
    // Without it the button still works.
    const stop = whenIdle(() => void offer().catch(() => undefined));
    return () => {
      stop();
      if (typeof loaded === 'object') loaded.endPasskeyRequest().catch(() => undefined);
      loaded = 'gone';
    };
  }, []);

  const signIn = async () => {
    setBusy(true);
    let passkeys: typeof Passkeys | undefined;
    try {
      passkeys = await loadPasskeys();
      await passkeys.signInByPasskey();
      await onSignedIn();
    } catch (error) {
      const message = passkeys === undefined ? FAILED : passkeys.failureOf(error);
      if (message !== undefined) toast.error(message);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button
      variant="secondary"
      loading={busy}
      loadingText="Waiting for your passkey"
      onClick={() => void signIn()}
    >
      Sign in with a passkey
    </Button>
  );
}
