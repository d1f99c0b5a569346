import { messageOf } from '@carrel/shared/api';
import type { Passkey } from '@carrel/shared/contract/sign-in';
import { toast } from '@carrel/shared/ui';
import { useMutation } from '@tanstack/react-query';

import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import { renamePasskey } from '../data/passkeys.api.ts';
import { useReloadPasskeys } from '../data/passkeys.queries.ts';

interface RenamePasskeyDialogProps {
  passkey: Passkey;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const reload = useReloadPasskeys();
  const renaming = useMutation({
    mutationFn: (name: string) => renamePasskey(passkey.id, name),
    onSuccess: () => {
      toast.success('Passkey renamed');
      onClose();
      return reload();
    },
  });

  return (
    <PasskeyNameDialog
      title="Rename passkey"
      name={passkey.name}
      submitLabel="Rename"
      onSubmit={renaming.mutateAsync}
      onFailed={(error) => toast.error(messageOf(error, 'Failed to rename the passkey'))}
      onClose={onClose}
    />
  );
}
