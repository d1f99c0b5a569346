import type { Workspace } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { OrderedList } from '@carrel/shared/ui/signed-in';
import { memo, useCallback } from 'react';

import { WorkspacesTable } from './workspaces-table.tsx';

interface WorkspaceListProps {
  /** Undefined while they are loaded. */
  workspaces: readonly Workspace[] | undefined;
  /** Its identity has to be stable, as that of the next. */
  onEdit: (workspace: Workspace) => void;
  onDelete: (workspace: Workspace) => void;
}

/** Workspaces that can be searched and ordered; what was searched for stands in the address. */
export const WorkspaceList = memo(function WorkspaceList(props: WorkspaceListProps) {
  const { workspaces, onEdit, onDelete } = props;
  const [texts, setTexts] = useUrlTexts(['q', 'sort']);
  const show = useCallback(
    (found: readonly Workspace[] | undefined) => (
      <WorkspacesTable workspaces={found} onEdit={onEdit} onDelete={onDelete} />
    ),
    [onEdit, onDelete],
  );
  return (
    <OrderedList
      plural="workspaces"
      singular="workspace"
      rows={workspaces}
      texts={texts}
      onTexts={setTexts}
    >
      {show}
    </OrderedList>
  );
});
