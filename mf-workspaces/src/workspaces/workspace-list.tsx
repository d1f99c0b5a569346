import type { Workspace } from '@carrel/shared/contract';
import { useUrlTexts } from '@carrel/shared/shell';
import { OrderedList } from '@carrel/shared/ui/workbench';

import { WorkspacesTable } from './workspaces-table.tsx';

interface WorkspaceListProps {
  /** Undefined while they are loaded. */
  workspaces: readonly Workspace[] | undefined;
  onEdit: (workspace: Workspace) => void;
  onDelete: (workspace: Workspace) => void;
}

/** Workspaces that can be searched and ordered; what was searched for stands in the address. */
export function WorkspaceList({ workspaces, onEdit, onDelete }: WorkspaceListProps) {
  const [texts, setTexts] = useUrlTexts(['q', 'sort']);
  return (
    <OrderedList
      plural="workspaces"
      singular="workspace"
      rows={workspaces}
      texts={texts}
      onTexts={setTexts}
    >
      {(found) => <WorkspacesTable workspaces={found} onEdit={onEdit} onDelete={onDelete} />}
    </OrderedList>
  );
}
