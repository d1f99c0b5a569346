import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { startTransition, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The list that a screen's object belongs to; undefined where a screen is about no object. */
function listOf(pathname: string): string | undefined {
  return [consolePaths.workspaces(), consolePaths.datasets()].find((list) =>
    pathname.startsWith(`${list}/`),
  );
}

/** Selects another organization, and leaves a screen about an object that the other one lacks. */
export function useSwitchOrganization(): (organizationId: string) => void {
  const shell = useShell();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { selectOrganization, organizationId: current } = shell;
  return useCallback(
    (organizationId) => {
      if (organizationId === current) return;
      const list = listOf(pathname);
      // In one go: the screen that is left must not ask the other organization for its object.
      startTransition(() => {
        if (list !== undefined) void navigate(list);
        selectOrganization(organizationId);
      });
    },
    [selectOrganization, current, navigate, pathname],
  );
}
