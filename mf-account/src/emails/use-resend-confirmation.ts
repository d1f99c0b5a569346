import { messageOf } from '@carrel/shared/api';
import type { Email } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useRef, useState } from 'react';

import { requestConfirmation } from './emails.api.ts';

const RATE_LIMITED = /rate limit|too many requests|429/iu;

/** Sends confirmations, one at a time per address, and starts the cooldown of those that were sent or refused as too many. */
export function useResendConfirmation(startCooldown: (emailId: string) => void) {
  const inFlight = useRef(new Set<string>());
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set());

  const send = async ({ id, address }: Email) => {
    try {
      await requestConfirmation({ email_address: address });
    } catch (error) {
      const message = messageOf(error, 'Failed to send confirmation email');
      if (!RATE_LIMITED.test(message)) {
        toast.error(message);
        return;
      }
      toast.error('Too many requests. Please wait before requesting another confirmation email.');
      startCooldown(id);
      return;
    }
    toast.success('Confirmation email sent! Please check your inbox.');
    startCooldown(id);
  };

  const resend = async (email: Email) => {
    if (inFlight.current.has(email.id)) return;
    inFlight.current.add(email.id);
    setSending(new Set(inFlight.current));
    await send(email);
    inFlight.current.delete(email.id);
    setSending(new Set(inFlight.current));
  };

  return { sending, resend };
}
