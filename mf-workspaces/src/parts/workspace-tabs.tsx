import { consolePaths } from '@carrel/shared/paths';
import { useOrganizationId } from '@carrel/shared/shell';
import { useIsGuest } from '@carrel/shared/search';
import { LinkTabs } from '@carrel/shared/ui/signed-in';
import { useQuery } from '@tanstack/react-query';

import { askAvailabilityQuery } from '../data/ask-availability.queries.ts';
import { useWorkspace } from '../data/use-workspace.ts';
import { useMayEditWorkspace } from './use-may-edit-workspace.ts';

type Screen = keyof typeof SCREENS;

export interface WorkspaceTabsProps {
  workspaceId: string;
  /** The screen that the tabs are on. */
  current: Screen;
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
  const isGuest = useIsGuest();
  const mayEdit = useMayEditWorkspace(workspaceId);
  const { workspace, isLoading: isRoleLoading } = useWorkspace(workspaceId);
  const { data, isLoading } = useQuery(askAvailabilityQuery(useOrganizationId()));
  const to = (screen: Screen) => SCREENS[screen].path(workspaceId);
  const hidden: Partial<Record<Screen, boolean>> = {
    ask: data?.available !== true,
    tests: isGuest || workspace?.role === 'Searcher',
    insights: !mayEdit,
    connect: isGuest,
  };
  const isShown = (screen: Screen) => screen === current || hidden[screen] !== true;
  const screens = (Object.keys(SCREENS) as Screen[]).filter(isShown);
  return (
    <LinkTabs
      label="Workspace"
      // All at once: a tab that comes later moves those behind it.
      tabs={
        isLoading || isRoleLoading
          ? []
          : screens.map((screen) => ({ to: to(screen), label: SCREENS[screen].label }))
      }
      current={to(current)}
    />
  );
}
