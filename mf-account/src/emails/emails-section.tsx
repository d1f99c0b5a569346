import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import type { Email } from '@carrel/shared/contract';
import { useShell } from '@carrel/shared/shell';
import { ErrorState, Stack } from '@carrel/shared/ui';
import { SettingsSection, TableSkeleton, useConfirm } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { AddEmailForm } from './add-email-form.tsx';
import { EmailsTable } from './emails-table.tsx';
import { removeEmail } from '../data/emails.api.ts';
import { emailsQuery } from '../data/emails.queries.ts';
import { useCooldowns } from './use-cooldowns.ts';

interface EmailsSectionProps {
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
}

export function EmailsSection({ waiting = false }: EmailsSectionProps) {
  const emails = useQuery(emailsQuery);
  const cooldowns = useCooldowns();
  const removal = useRemoval(cooldowns.remove);

  const list = () => {
    if (waiting || emails.isPending) {
      return <TableSkeleton label="Addresses" columns={['Address', 'Status']} rows={1} />;
    }
    if (emails.data === undefined) {
      return (
        <ErrorState
          title="Failed to load emails"
          {...describeFailure(emails.error)}
          retrying={emails.isFetching}
          onRetry={() => void emails.refetch()}
        />
      );
    }
    return <EmailsTable emails={emails.data.emails} cooldowns={cooldowns} onRemove={removal.ask} />;
  };

  return (
    <SettingsSection
      title="Email Addresses"
      description="You can sign in, and be invited, with every confirmed address."
    >
      <Stack gap="4">
        <AddEmailForm onAdded={cooldowns.start} />
        {list()}
      </Stack>
      {removal.dialog}
    </SettingsSection>
  );
}

/** Asks before an address is removed. */
function useRemoval(onRemoved: (emailId: string) => void) {
  const { reloadUser } = useShell();
  return useConfirm((email: Email) => ({
    title: 'Remove email address',
    name: email.address,
    consequences: [
      'You can no longer sign in with this address',
      'Invitations sent to it can no longer be accepted',
    ],
    confirmLabel: 'Remove email address',
    act: () => removeEmail(email.id),
    done: 'Email address removed successfully',
    failed: (error) => messageOf(error, 'Failed to remove email address'),
    invalidates: queryKeys.emails(),
    after: () => {
      onRemoved(email.id);
      // The sidebar shows one of the profile's addresses, perhaps this one. It is removed even when the profile
      // cannot be loaded again.
      return reloadUser().catch(() => null);
    },
  }));
}
