import { messageOf } from '@carrel/shared/api';
import { shownEmailOf, useCurrentUser, useShell } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { ActionRow, Panel, useConfirm } from '@carrel/shared/ui/signed-in';

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
  const deletion = useConfirm(() => ({
    title: 'Delete account',
    name: `${user.first_name} ${user.last_name}`,
    consequences: CONSEQUENCES,
    confirmLabel: 'Delete account',
    typeToConfirm: user.email_addresses.length === 0 ? undefined : shownEmailOf(user),
    act: () => deleteAccount(user.id),
    done: 'Account deleted successfully',
    failed: (error) => messageOf(error, 'Failed to delete account'),
    // An account is deleted once.
    leaves: true,
    after: () => signOut(),
  }));

  return (
    <Panel tone="danger" title="Danger Zone">
      <ActionRow text="Deleting your account removes your data for good.">
        <Button variant="danger" onClick={() => deletion.ask()}>
          Delete account
        </Button>
      </ActionRow>
      {deletion.dialog}
    </Panel>
  );
}
