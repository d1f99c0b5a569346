import { messageOf, queryKeys } from '@carrel/shared/api';
import type { Email } from '@carrel/shared/contract';
import { useShell } from '@carrel/shared/shell';
import { toast } from '@carrel/shared/ui';
import { ConfirmDialog } from '@carrel/shared/ui/signed-in';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { removeEmail } from '../data/emails.api.ts';

interface RemoveEmailDialogProps {
  email: Email;
  onRemoved: (emailId: string) => void;
  onClose: () => void;
}

export function RemoveEmailDialog({ email, onRemoved, onClose }: RemoveEmailDialogProps) {
  const { reloadUser } = useShell();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => removeEmail(email.id),
    onSuccess: async () => {
      toast.success('Email address removed successfully');
      onRemoved(email.id);
      onClose();
      // The sidebar shows one of the profile's addresses, perhaps this one.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.emails() }),
        // The address is removed even when the profile cannot be loaded again.
        reloadUser().catch(() => null),
      ]);
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to remove email address')),
  });

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => removal.mutateAsync()}
      title="Remove email address"
      name={email.address}
      consequences={[
        'You can no longer sign in with this address',
        'Invitations sent to it can no longer be accepted',
      ]}
      confirmLabel="Remove email address"
      pending={removal.isPending}
    />
  );
}
