import { client, messageOf } from '@carrel/shared/api';
import { guestApiPaths } from '@carrel/shared/paths/guest';
import { FormMessage, toast } from '@carrel/shared/ui';
import { FormDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';

import { userAtom } from '../../state/session.atoms.ts';

/** Tells an account what to do that has no factor of its own, and whose addresses are of its organization. */
export function NoFactorDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const user = useAtomValue(userAtom);
  const address = user?.email_addresses.find(([, confirmed]) => confirmed)?.[0] ?? '';
  const send = useMutation({
    mutationFn: () =>
      client.post(guestApiPaths.resetPassword(), { json: { email_address: address } }).done(),
    onSuccess: () => {
      toast.success('Password reset email sent! Please check your inbox.');
      onEnd(false);
    },
  });
  return (
    <FormDialog
      open
      onClose={() => onEnd(false)}
      title="Set a password first"
      description={`Single sign-on is not enough for this, and your account has no password. Get a link at ${address}, choose a password, and sign in with it. If your organization does not accept passwords, ask one of its Owners.`}
      size="sm"
      submitLabel="Send reset email"
      onSubmit={() => send.mutate()}
      submitting={send.isPending}
    >
      {send.error !== null && (
        <FormMessage>
          {messageOf(send.error, 'Failed to send reset email. Please try again.')}
        </FormMessage>
      )}
    </FormDialog>
  );
}
