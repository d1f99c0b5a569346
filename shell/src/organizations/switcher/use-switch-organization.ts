import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { startTransition, useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { useListPaths } from '../../remotes/entries/use-sidebar-groups.ts';

/**
 * Returns the path to leave a screen for that is about something of another organization: the settings of the new one,
 * or the list that the screen's object belongs to. Undefined where the screen can stay.
 */
function leaveFor(
  pathname: string,
  organizationId: string,
  lists: readonly string[],
): string | undefined {
  const [, , shownId = ''] = pathname.split('/');
  if (pathname === consolePaths.organizationSettings(shownId)) {
    return consolePaths.organizationSettings(organizationId);
  }
  return lists.find((list) => pathname.startsWith(`${list}/`));
}

/**
 * Returns a function that selects an organization, and leaves a screen about another for the path that is given, or
 * else for the one that corresponds.
 */
export function useSwitchOrganization(): (organizationId: string, to?: string) => void {
  const shell = useShell();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { selectOrganization, organizationId: current } = shell;
  const lists = useListPaths();
  return useCallback(
    (organizationId, given) => {
      const to = given ?? leaveFor(pathname, organizationId, lists);
      // In one transition: the screen that is left must not request its object from the other organization.
      startTransition(() => {
        if (to !== undefined && to !== pathname) void navigate(to);
        if (organizationId !== current) selectOrganization(organizationId);
      });
    },
    [selectOrganization, current, navigate, pathname, lists],
  );
}
