import { setPasswordPrompt } from '@carrel/shared/api';
import { toast } from '@carrel/shared/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { logFailure } from '../../start/log-failure.ts';
import type * as Dialog from './confirm-password-dialog.tsx';
import { factorsQuery } from './factors.queries.ts';

/** Asks for the password when a call of any screen needs it. The dialog is loaded at the first time. */
export function PasswordPrompt() {
  const [dialog, setDialog] = useState<typeof Dialog>();
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const settle = useRef<(confirmed: boolean) => void>(undefined);

  const end = (confirmed: boolean) => {
    setAsking(false);
    settle.current?.(confirmed);
    settle.current = undefined;
  };

  useEffect(() => {
    const remove = setPasswordPrompt(async () => {
      try {
        const [loaded] = await Promise.all([
          import(/* webpackChunkName: "confirm-password" */ './confirm-password-dialog.tsx'),
          // Known before the dialog is shown: its parts would move otherwise. A failure leaves the password.
          queryClient.prefetchQuery(factorsQuery),
        ]);
        setDialog(loaded);
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
  }, [queryClient]);

  if (dialog === undefined || !asking) return null;
  return <dialog.ConfirmPasswordDialog onEnd={end} />;
}
