import { consolePaths } from '@carrel/shared/paths';
import { useMayEdit, useOrganizationId } from '@carrel/shared/shell';
import { Button } from '@carrel/shared/ui';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';

import { askAvailabilityQuery } from '../data/ask-availability.queries.ts';

export interface WorkspaceLinksProps {
  workspaceId: string;
  /** The screen that the links are on. */
  current: 'manage' | 'search' | 'ask' | 'tests' | 'searches' | 'connect';
}

/** The way to a workspace's other screens, as far as the server has them and the user may see them. */
export function WorkspaceLinks({ workspaceId, current }: WorkspaceLinksProps) {
  const organizationId = useOrganizationId();
  const mayEdit = useMayEdit();
  const { data } = useQuery(askAvailabilityQuery(organizationId));
  const links = [
    { to: consolePaths.workspaceSearch(workspaceId), label: 'Search', of: 'search' },
    { to: consolePaths.workspaceAsk(workspaceId), label: 'Ask', of: 'ask' },
    { to: consolePaths.workspaceTests(workspaceId), label: 'Tests', of: 'tests' },
    { to: consolePaths.workspaceSearches(workspaceId), label: 'What people ask', of: 'searches' },
    { to: consolePaths.workspaceConnect(workspaceId), label: 'Connect', of: 'connect' },
    { to: consolePaths.workspaceManage(workspaceId), label: 'Manage', of: 'manage' },
  ].filter(
    ({ of }) =>
      of !== current &&
      (of !== 'ask' || data?.available === true) &&
      (of !== 'searches' || mayEdit),
  );
  return links.map(({ to, label }) => (
    <Button asChild key={to}>
      <RouterLink to={to}>{label}</RouterLink>
    </Button>
  ));
}
