import { messageOf } from '@carrel/shared/api/guest';
import { toast } from '@carrel/shared/ui';
import { useEffect, useState } from 'react';

import { confirmEmail } from '../data/email-confirmation.api.ts';

/** The state of a confirmation; a failed one has a message. */
export type Confirmation =
  | { state: 'loading' }
  | { state: 'confirmed' }
  | { state: 'failed'; message: string };

const LOADING: Confirmation = { state: 'loading' };
const MISSING: Confirmation = { state: 'failed', message: 'Invalid confirmation link' };

// Outside the component: a token works once, and a screen may mount more than once.
const confirmations = new Map<string, Promise<Confirmation>>();

function confirmOnce(token: string): Promise<Confirmation> {
  const known = confirmations.get(token);
  if (known !== undefined) return known;
  const started = confirm(token);
  confirmations.set(token, started);
  return started;
}

// A token works once: a page that is loaded again must not show a failure.
const CONFIRMED = 'carrel-confirmed-token';

function wasConfirmed(token: string): boolean {
  try {
    return localStorage.getItem(CONFIRMED) === token;
  } catch {
    return false;
  }
}

function rememberConfirmed(token: string): void {
  try {
    localStorage.setItem(CONFIRMED, token);
  } catch {
    // Without storage a second load shows the server's message.
  }
}

async function confirm(token: string): Promise<Confirmation> {
  if (wasConfirmed(token)) return { state: 'confirmed' };
  try {
    await confirmEmail({ token });
  } catch (error) {
    return { state: 'failed', message: messageOf(error, 'Failed to confirm email') };
  }
  rememberConfirmed(token);
  toast.success('Email confirmed successfully!');
  return { state: 'confirmed' };
}

/** Confirms the address of a token on mount, once per token. */
export function useConfirmation(token: string): Confirmation {
  const [result, setResult] = useState<{ token: string; confirmation: Confirmation } | null>(null);

  useEffect(() => {
    if (token === '') return undefined;
    let mounted = true;
    void confirmOnce(token).then((confirmation) => {
      if (mounted) setResult({ token, confirmation });
    });
    return () => {
      mounted = false;
    };
  }, [token]);

  if (token === '') return MISSING;
  return result?.token === token ? result.confirmation : LOADING;
}
