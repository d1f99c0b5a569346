import { listWorkspacesQuery } from '@carrel/shared/api';
import type { Workspace } from '@carrel/shared/contract';
import { useOrganizationId } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';

interface FoundWorkspace {
  /** Undefined while it is loaded, or when there is none. */
  workspace: Workspace | undefined;
  isLoading: boolean;
}

/** Returns a workspace by its id, of the list that its screen reads. */
export function useWorkspace(workspaceId: string): FoundWorkspace {
  const { data, isLoading } = useQuery({
    ...listWorkspacesQuery(useOrganizationId()),
    // Buttons in rows ask for it too, each of which would read the list again.
    enabled: false,
    select: (list) => list.workspaces.find(({ id }) => id === workspaceId),
  });
  return { workspace: data, isLoading };
}
