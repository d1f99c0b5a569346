import { consolePaths } from '@carrel/shared/paths';
import { useMayEdit, useOrganizationId } from '@carrel/shared/shell';
import { LinkTabs } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { askAvailabilityQuery } from '../data/ask-availability.queries.ts';

export interface WorkspaceTabsProps {
  workspaceId: string;
  /** The screen that the tabs are on. */
  current: keyof typeof SCREENS;
}

const SCREENS = {
  search: { label: 'Search', path: consolePaths.workspaceSearch },
  ask: { label: 'Ask', path: consolePaths.workspaceAsk },
  tests: { label: 'Tests', path: consolePaths.workspaceTests },
  insights: { label: 'Insights', path: consolePaths.workspaceSearches },
  connect: { label: 'Connect', path: consolePaths.workspaceConnect },
  datasets: { label: 'Datasets', path: consolePaths.workspaceManage },
};

/** The screens of a workspace, as far as the server has them and the user may see them. */
export function WorkspaceTabs({ workspaceId, current }: WorkspaceTabsProps) {
  const mayEdit = useMayEdit();
  const { data, isLoading } = useQuery(askAvailabilityQuery(useOrganizationId()));
  const to = (screen: keyof typeof SCREENS) => SCREENS[screen].path(workspaceId);
  const isShown = (screen: keyof typeof SCREENS) =>
    screen === current ||
    ((screen !== 'ask' || data?.available === true) && (screen !== 'insights' || mayEdit));
  const screens = (Object.keys(SCREENS) as (keyof typeof SCREENS)[]).filter(isShown);
  return (
    <LinkTabs
      label="Workspace"
      // All at once: a tab that comes later moves those behind it.
      tabs={
        isLoading ? [] : screens.map((screen) => ({ to: to(screen), label: SCREENS[screen].label }))
      }
      current={to(current)}
    />
  );
}
