import { messageOf } from '@carrel/shared/api/guest';
import { RESEND_SECONDS } from '@carrel/shared/contract/guest';
import { Button, toast } from '@carrel/shared/ui';
import { useEffect, useState } from 'react';

import { requestConfirmation } from '../data/email-confirmation.api.ts';

const SECOND = 1000;
const RATE_LIMITED = /rate limit|too many requests|429/iu;

/** Sends the confirmation of an address again, at most once a minute. */
export function ResendConfirmation({ address }: { address: string }) {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => Date.now());
  const [isSending, setSending] = useState(false);
  const left = Math.max(0, Math.ceil((until - now) / SECOND));

  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [until]);

  const startCooldown = () => {
    setNow(Date.now());
    setUntil(Date.now() + RESEND_SECONDS * SECOND);
  };
  const resend = async () => {
    setSending(true);
    try {
      await requestConfirmation({ email_address: address });
      toast.success('Confirmation email sent! Please check your inbox.');
      startCooldown();
    } catch (error) {
      const message = messageOf(error, 'Failed to send confirmation email');
      if (!RATE_LIMITED.test(message)) {
        toast.error(message);
        return;
      }
      toast.error('Too many requests. Please wait before requesting another confirmation email.');
      startCooldown();
    } finally {
      setSending(false);
    }
  };

  return (
    <Button disabled={left > 0} loading={isSending} onClick={resend}>
      {left > 0 ? `Resend in ${left}s` : 'Resend confirmation email'}
    </Button>
  );
}
