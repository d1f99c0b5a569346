import { describeFailure, isApiError } from '@carrel/shared/api';
import type { Grant } from '@carrel/shared/contract';
import { ErrorState } from '@carrel/shared/ui';
import { DataTable, SettingsSection } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { DisconnectDialog } from './disconnect-dialog.tsx';
import { GRANT_COLUMNS } from './grant-columns.tsx';
import { grantsQuery } from '../data/grants.queries.ts';

interface GrantsSectionProps {
  /** Shows nothing yet, even when the list is loaded. */
  waiting?: boolean;
}

/** The programs that the user connected; nothing where there are none, and on servers that have none. */
export function GrantsSection({ waiting = false }: GrantsSectionProps) {
  const grants = useQuery(grantsQuery);
  const [ending, setEnding] = useState<Grant | null>(null);
  const isEmpty = grants.data?.length === 0 || isMissing(grants.error);
  if (waiting || grants.isPending || isEmpty) return null;

  return (
    <SettingsSection
      title="Connected Programs"
      description="The programs that may read a workspace on your behalf. Disconnect those that you do not know."
    >
      {grants.data === undefined ? (
        <ErrorState
          title="Failed to load connected programs"
          {...describeFailure(grants.error)}
          retrying={grants.isFetching}
          onRetry={() => void grants.refetch()}
        />
      ) : (
        <DataTable
          label="Connected programs"
          columns={GRANT_COLUMNS}
          rows={grants.data}
          rowKey={({ id }) => id}
          actions={(grant) => [
            { label: 'Disconnect', prominent: true, onSelect: () => setEnding(grant) },
          ]}
        />
      )}
      {ending === null ? null : <DisconnectDialog grant={ending} onClose={() => setEnding(null)} />}
    </SettingsSection>
  );
}

const isMissing = (error: unknown) => isApiError(error) && error.status === 404;
