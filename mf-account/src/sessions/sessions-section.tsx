import { describeFailure, messageOf, queryKeys } from '@carrel/shared/api';
import { browserLabel, clientNameOf, shownName, type Session } from '@carrel/shared/contract';
import { ErrorState } from '@carrel/shared/ui';
import { SettingsSection, TableSkeleton, useConfirm } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { EndOtherSessions } from './end-other-sessions.tsx';
import { revokeSession } from '../data/sessions.api.ts';
import { sessionsQuery } from '../data/sessions.queries.ts';
import { SESSION_COLUMNS } from './session-columns.tsx';
import { SessionsTable } from './sessions-table.tsx';

interface SessionsSectionProps {
  /** Shows the skeleton even when the list is loaded. */
  waiting?: boolean;
}

export function SessionsSection({ waiting = false }: SessionsSectionProps) {
  const sessions = useQuery(sessionsQuery);
  const revocation = useConfirm((session: Session) => ({
    title: 'Revoke session',
    name: [browserLabel(session.user_agent), programOf(session), session.client_ip]
      .filter(Boolean)
      .join(', '),
    consequences: ['This browser is signed out at once'],
    confirmLabel: 'Revoke session',
    act: () => revokeSession(session.id),
    done: 'Session revoked successfully',
    failed: revocationFailure,
    invalidates: queryKeys.sessions(),
  }));

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
    return <SessionsTable sessions={sessions.data} onRevoke={revocation.ask} />;
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
      {revocation.dialog}
    </SettingsSection>
  );
}

const programOf = ({ user_agent }: Session) => shownName(clientNameOf(user_agent) ?? '');

function revocationFailure(error: unknown): string {
  const message = messageOf(error, 'Failed to revoke session');
  return message.includes('Cannot revoke current session')
    ? 'Cannot revoke your current session'
    : message;
}
