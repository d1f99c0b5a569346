import { useMayEdit } from '@carrel/shared/shell';

import { useWorkspace } from '../data/use-workspace.ts';

/** Returns whether the user may change what is in a workspace: by a role for it, or by that in the organization. */
export function useMayEditWorkspace(workspaceId: string): boolean {
  const mayEdit = useMayEdit();
  const role = useWorkspace(workspaceId).workspace?.role;
  if (role === null || role === undefined) return mayEdit;
  return role === 'Manager' || role === 'Editor';
}
