import { messageOf } from '@carrel/shared/api';
import { shownEmailOf, useCurrentUser, useShell } from '@carrel/shared/shell';
import { Button, toast } from '@carrel/shared/ui';
import { ConfirmDialog, Panel } from '@carrel/shared/ui/signed-in';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { deleteAccount } from '../data/account.api.ts';

const CONSEQUENCES = [
  'Your personal data is deleted',
  'You are removed from all organizations',
  'Your workspaces, datasets and documents are deleted',
  'Active subscriptions are cancelled',
  'This cannot be undone',
];

export function DeleteAccountPanel() {
  const user = useCurrentUser();
  const { signOut } = useShell();
  const [asking, setAsking] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteAccount(user.id),
    onSuccess: async () => {
      toast.success('Account deleted successfully');
      await signOut();
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to delete account')),
  });

  return (
    <Panel
      tone="danger"
      title="Danger Zone"
      description="Deleting your account removes your data for good."
    >
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete account
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => deletion.mutateAsync()}
        title="Delete account"
        name={`${user.first_name} ${user.last_name}`}
        consequences={CONSEQUENCES}
        confirmLabel="Delete account"
        // Until the sign-out has left the screen: an account is deleted once.
        pending={deletion.isPending || deletion.isSuccess}
        typeToConfirm={user.email_addresses.length === 0 ? undefined : shownEmailOf(user)}
      />
    </Panel>
  );
}
