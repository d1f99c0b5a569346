import { describeFailure, queryKeys } from '@carrel/shared/api';
import type { Session } from '@carrel/shared/contract';
import { ErrorState, HStack } from '@carrel/shared/ui';
import { Badge, DataTable, Panel, RelativeTime } from '@carrel/shared/ui/workbench';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { browserLabel } from './browser-label.ts';
import { RevokeSessionDialog } from './revoke-session-dialog.tsx';
import { listSessions } from './sessions.api.ts';

const COLUMNS = [
  {
    key: 'browser',
    header: 'Browser',
    cell: ({ user_agent, active }: Session) => (
      <HStack gap="2">
        <span>{browserLabel(user_agent)}</span>
        {active ? <Badge tone="accent">Current session</Badge> : null}
      </HStack>
    ),
  },
  {
    key: 'address',
    header: 'IP address',
    cell: ({ client_ip }: Session) => client_ip ?? 'Unknown',
  },
  {
    key: 'created',
    header: 'Signed in',
    cell: ({ created_at }: Session) => <RelativeTime value={created_at} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expires_at }: Session) => <RelativeTime value={expires_at} />,
  },
];

export function SessionsPanel() {
  const sessions = useQuery({ queryKey: queryKeys.sessions(), queryFn: listSessions });
  const [revoking, setRevoking] = useState<Session | null>(null);

  return (
    <Panel title="Active Sessions">
      {sessions.isError && sessions.data === undefined ? (
        <ErrorState
          title="Failed to load sessions"
          {...describeFailure(sessions.error)}
          retrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <DataTable
          label="Sessions"
          columns={COLUMNS}
          rows={sessions.data?.sessions ?? []}
          rowKey={({ id }) => id}
          loading={sessions.isPending}
          actions={(session) =>
            session.active
              ? []
              : [{ label: 'Revoke', prominent: true, onSelect: () => setRevoking(session) }]
          }
        />
      )}
      {revoking === null ? null : (
        <RevokeSessionDialog session={revoking} onClose={() => setRevoking(null)} />
      )}
    </Panel>
  );
}
