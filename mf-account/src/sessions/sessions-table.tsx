import type { Session } from '@carrel/shared/contract';
import { DataTable } from '@carrel/shared/ui/signed-in';

import { SESSION_COLUMNS } from './session-columns.tsx';

interface SessionsTableProps {
  sessions: readonly Session[];
  onRevoke: (session: Session) => void;
}

export function SessionsTable({ sessions, onRevoke }: SessionsTableProps) {
  return (
    <DataTable
      label="Sessions"
      columns={SESSION_COLUMNS}
      rows={sessions}
      rowKey={({ id }) => id}
      actions={(session) =>
        session.active
          ? []
          : [{ label: 'Revoke', prominent: true, onSelect: () => onRevoke(session) }]
      }
    />
  );
}
