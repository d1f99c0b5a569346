import { messageOf } from '@carrel/shared/api';
import type { Passkey } from '@carrel/shared/contract/sign-in';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';

import { removePasskey } from '../data/passkeys.api.ts';
import { useReloadPasskeys } from '../data/passkeys.queries.ts';

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  const reload = useReloadPasskeys();
  const removal = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    onSuccess: async () => {
      toast.success('Passkey removed');
      onClose();
      await reload();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to remove the passkey')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutateAsync()}
      title="Remove passkey"
      name={passkey.name}
      consequences={[
        'It does not sign in any more, at once',
        'Your device may still offer it: delete it there too',
        'Browsers that it signed in stay signed in',
      ]}
      confirmLabel="Remove passkey"
      pending={removal.isPending}
    />
  );
}
