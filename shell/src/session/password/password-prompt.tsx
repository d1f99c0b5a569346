import { setPasswordPrompt } from '@carrel/shared/api';
import { toast } from '@carrel/shared/ui';
import { useEffect, useRef, useState } from 'react';

import { logFailure } from '../../base/log-failure.ts';
import { readFactors } from './read-factors.ts';
import type {
  ReauthenticationDialog,
  ReauthenticationDialogProps,
} from './reauthentication-dialog.tsx';

/** The dialog, whose code is loaded at the first time, and what the account has. */
interface Loaded extends Pick<ReauthenticationDialogProps, 'factors' | 'by'> {
  Dialog: typeof ReauthenticationDialog;
}

/** Asks the user to authenticate again when a call of any screen needs it. */
export function PasswordPrompt() {
  const [loaded, setLoaded] = useState<Loaded>();
  const [asking, setAsking] = useState(false);
  const settle = useRef<(confirmed: boolean) => void>(undefined);

  const end = (confirmed: boolean) => {
    setAsking(false);
    settle.current?.(confirmed);
    settle.current = undefined;
  };

  useEffect(() => {
    const remove = setPasswordPrompt(async (by) => {
      try {
        const [{ ReauthenticationDialog: Dialog }, factors] = await Promise.all([
          import(/* webpackChunkName: "confirm-password" */ './reauthentication-dialog.tsx'),
          readFactors(),
        ]);
        setLoaded({ Dialog, factors, by });
      } catch (error) {
        logFailure('The dialog could not be loaded', error);
        toast.error('The dialog could not be loaded. Please try again.');
        return false;
      }
      return new Promise<boolean>((resolve) => {
        settle.current = resolve;
        setAsking(true);
      });
    });
    return () => {
      remove();
      // The user signed out: the call that waits must end.
      settle.current?.(false);
    };
  }, []);

  if (loaded === undefined || !asking) return null;
  return <loaded.Dialog factors={loaded.factors} by={loaded.by} onEnd={end} />;
}
