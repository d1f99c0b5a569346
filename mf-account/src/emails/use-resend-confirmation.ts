import { messageOf } from '@carrel/shared/api';
import type { Email } from '@carrel/shared/contract';
import { toast } from '@carrel/shared/ui';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { Mutation } from '@tanstack/react-query';

import { requestConfirmation } from '../data/emails.api.ts';

const RATE_LIMITED = /rate limit|too many requests|429/iu;
const PENDING = { mutationKey: ['resend-confirmation'], status: 'pending' } as const;

const emailIdOf = ({ state }: Mutation) => (state.variables as Email).id;

/**
 * Sends confirmations, one at a time per address. A cooldown starts after each that was sent, or
 * refused as one too many.
 */
export function useResendConfirmation(startCooldown: (emailId: string) => void) {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: PENDING.mutationKey,
    mutationFn: ({ address }: Email) => requestConfirmation({ email_address: address }),
    onSuccess: (_, { id }) => {
      toast.success('Confirmation email sent! Please check your inbox.');
      startCooldown(id);
    },
    onError: (error, { id }) => {
      const message = messageOf(error, 'Failed to send confirmation email');
      if (!RATE_LIMITED.test(message)) {
        toast.error(message);
        return;
      }
      toast.error('Too many requests. Please wait before requesting another confirmation email.');
      startCooldown(id);
    },
  });
  const sending = useMutationState({ filters: PENDING, select: emailIdOf });
  // Asks the client: a second click may come before the next render.
  const resend = (email: Email) => {
    const predicate = (mutation: Mutation) => emailIdOf(mutation) === email.id;
    if (queryClient.isMutating({ ...PENDING, predicate }) === 0) mutate(email);
  };
  return { sending, resend };
}
