import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { startTransition, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Returns the path of the list that a screen's object belongs to; undefined without an object. */
function listOf(pathname: string): string | undefined {
  return [consolePaths.workspaces(), consolePaths.datasets()].find((list) =>
    pathname.startsWith(`${list}/`),
  );
}

/** Returns a function that selects an organization, and leaves a screen about an object of another. */
export function useSwitchOrganization(): (organizationId: string) => void {
  const shell = useShell();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { selectOrganization, organizationId: current } = shell;
  return useCallback(
    (organizationId) => {
      if (organizationId === current) return;
      const list = listOf(pathname);
      // In one transition: the screen that is left must not request its object from the other organization.
      startTransition(() => {
        if (list !== undefined) void navigate(list);
        selectOrganization(organizationId);
      });
    },
    [selectOrganization, current, navigate, pathname],
  );
}
