import { describeFailure } from '@carrel/shared/api';
import type { Email } from '@carrel/shared/contract';
import { ErrorState, Stack } from '@carrel/shared/ui';
import { SettingsSection, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { AddEmailForm } from './add-email-form.tsx';
import { EmailsTable } from './emails-table.tsx';
import { emailsQuery } from '../data/emails.queries.ts';
import { RemoveEmailDialog } from './remove-email-dialog.tsx';
import { useCooldowns } from './use-cooldowns.ts';

interface EmailsSectionProps {
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
}

export function EmailsSection({ waiting = false }: EmailsSectionProps) {
  const emails = useQuery(emailsQuery);
  const cooldowns = useCooldowns();
  const [removing, setRemoving] = useState<Email | null>(null);

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
    return <EmailsTable emails={emails.data.emails} cooldowns={cooldowns} onRemove={setRemoving} />;
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
      {removing === null ? null : (
        <RemoveEmailDialog
          email={removing}
          onRemoved={cooldowns.remove}
          onClose={() => setRemoving(null)}
        />
      )}
    </SettingsSection>
  );
}
