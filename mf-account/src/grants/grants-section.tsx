import { describeFailure, isApiError, messageOf, queryKeys } from '@carrel/shared/api';
import type { Grant } from '@carrel/shared/contract';
import { ErrorState } from '@carrel/shared/ui';
import { DataTable, SettingsSection, useConfirm } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { GRANT_COLUMNS } from './grant-columns.tsx';
import { endGrant } from '../data/grants.api.ts';
import { grantsQuery } from '../data/grants.queries.ts';

interface GrantsSectionProps {
  /** Shows nothing yet, even when the list is loaded. */
  waiting?: boolean;
}

/** The programs that the user connected; nothing where there are none, and on servers that have none. */
export function GrantsSection({ waiting = false }: GrantsSectionProps) {
  const grants = useQuery(grantsQuery);
  const disconnection = useConfirm((grant: Grant) => ({
    title: 'Disconnect program',
    name: `${grant.client_name}, ${grant.workspace_name}`,
    consequences: ['It cannot read the workspace any more, at once'],
    confirmLabel: 'Disconnect',
    act: () => endGrant(grant.id),
    done: 'Program disconnected',
    failed: (error) => messageOf(error, 'Failed to disconnect the program'),
    invalidates: queryKeys.grants(),
  }));
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
            { label: 'Disconnect', prominent: true, onSelect: () => disconnection.ask(grant) },
          ]}
        />
      )}
      {disconnection.dialog}
    </SettingsSection>
  );
}

const isMissing = (error: unknown) => isApiError(error) && error.status === 404;
