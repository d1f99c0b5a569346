import { describeFailure } from '@carrel/shared/api';
import type { Session } from '@carrel/shared/contract';
import { ErrorState } from '@carrel/shared/ui';
import { SettingsSection, TableSkeleton } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { EndOtherSessions } from './end-other-sessions.tsx';
import { RevokeSessionDialog } from './revoke-session-dialog.tsx';
import { sessionsQuery } from '../data/sessions.queries.ts';
import { SESSION_COLUMNS } from './session-columns.tsx';
import { SessionsTable } from './sessions-table.tsx';

interface SessionsSectionProps {
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
}

export function SessionsSection({ waiting = false }: SessionsSectionProps) {
  const sessions = useQuery(sessionsQuery);
  const [revoking, setRevoking] = useState<Session | null>(null);

  const hasOthers = !waiting && sessions.data?.some(({ active }) => !active) === true;

  const list = () => {
    if (waiting || sessions.isPending) {
      return (
        <TableSkeleton
          label="Sessions"
          columns={SESSION_COLUMNS.map(({ header }) => header)}
          rows={2}
        />
      );
    }
    if (sessions.data === undefined) {
      return (
        <ErrorState
          title="Failed to load sessions"
          {...describeFailure(sessions.error)}
          retrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        />
      );
    }
    return <SessionsTable sessions={sessions.data} onRevoke={setRevoking} />;
  };

  return (
    <SettingsSection
      // A new element: the skeleton's one must not be seen to move.
      key={waiting ? 'waiting' : 'here'}
      title="Active Sessions"
      description="The browsers that are signed in to your account. Revoke those that you do not know."
      actions={hasOthers && <EndOtherSessions />}
    >
      {list()}
      {revoking === null ? null : (
        <RevokeSessionDialog session={revoking} onClose={() => setRevoking(null)} />
      )}
    </SettingsSection>
  );
}
