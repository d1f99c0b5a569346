import { describeFailure, queryKeys } from '@carrel/shared/api';
import type { Email } from '@carrel/shared/contract';
import { ErrorState, Stack } from '@carrel/shared/ui';
import { Panel } from '@carrel/shared/ui/workbench';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { AddEmailForm } from './add-email-form.tsx';
import { EmailsTable } from './emails-table.tsx';
import { listEmails } from './emails.api.ts';
import { RemoveEmailDialog } from './remove-email-dialog.tsx';
import { useCooldowns } from './use-cooldowns.ts';

export function EmailsPanel() {
  const emails = useQuery({ queryKey: queryKeys.emails(), queryFn: listEmails });
  const cooldowns = useCooldowns();
  const [removing, setRemoving] = useState<Email | null>(null);

  return (
    <Panel title="Email Addresses">
      <Stack gap="5">
        <AddEmailForm onAdded={cooldowns.start} />
        {emails.isError && emails.data === undefined ? (
          <ErrorState
            title="Failed to load emails"
            {...describeFailure(emails.error)}
            retrying={emails.isFetching}
            onRetry={() => void emails.refetch()}
          />
        ) : (
          <EmailsTable
            emails={emails.data?.emails ?? []}
            loading={emails.isPending}
            cooldowns={cooldowns}
            onRemove={setRemoving}
          />
        )}
      </Stack>
      {removing === null ? null : (
        <RemoveEmailDialog
          email={removing}
          onRemoved={cooldowns.forget}
          onClose={() => setRemoving(null)}
        />
      )}
    </Panel>
  );
}
