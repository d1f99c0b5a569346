import { messageOf } from '@carrel/shared/api';
import { createPasskey, PasskeyError, suggestedPasskeyName } from '@carrel/shared/passkeys';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { addPasskey, startPasskey } from '../data/passkeys.api.ts';
import { useReloadPasskeys } from '../data/passkeys.queries.ts';

/** Names a passkey, and lets the browser make it. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const reload = useReloadPasskeys();
  const addition = useMutation({
    mutationFn: async (name: string) => {
      const passkey = await createPasskey(await startPasskey());
      return addPasskey(name, passkey);
    },
    onSuccess: () => {
      toast.success('Passkey added');
      onClose();
      return reload();
    },
  });

  return (
    <PasskeyNameDialog
      title="Add passkey"
      description="Your browser asks where to keep it, and for your fingerprint, face or PIN. The name helps you to tell your passkeys apart."
      name={suggestedPasskeyName(navigator.userAgent)}
      submitLabel="Add passkey"
      onSubmit={addition.mutateAsync}
      onFailed={(error) =>
        toast.error(
          error instanceof PasskeyError
            ? error.message
            : messageOf(error, 'Failed to add the passkey'),
        )
      }
      onClose={onClose}
    />
  );
}
