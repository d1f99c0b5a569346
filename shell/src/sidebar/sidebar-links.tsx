import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser } from '@carrel/shared/shell';
import { Box, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { Boxes, Database, LayoutDashboard, Search } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router-dom';

import { useScreenLoading, useScreenProblem } from '../remotes/screens/use-screen-state.ts';
import { ScreenMark } from './screen-mark.tsx';

const dashboard = { to: consolePaths.dashboard(), label: 'Dashboard', Icon: LayoutDashboard };
const inOrganization = [
  { to: consolePaths.workspaces(), label: 'Workspaces', Icon: Boxes },
  { to: consolePaths.datasets(), label: 'Datasets', Icon: Database },
  { to: consolePaths.search(), label: 'Search', Icon: Search },
];

/** Links to the lists and the search. A user without an organization has only the dashboard. */
export function SidebarLinks({ collapsed }: { collapsed: boolean }) {
  const { memberships } = useCurrentUser();
  const titleId = useId();
  const links =
    Object.keys(memberships).length === 0 ? [dashboard] : [dashboard, ...inOrganization];
  return (
    <nav aria-labelledby={titleId}>
      <Text
        id={titleId}
        px="2"
        pb="1"
        fontSize="xs"
        fontWeight="medium"
        color="fg.muted"
        {...(collapsed ? { srOnly: true } : {})}
      >
        Database
      </Text>
      <Box as="ul" display="grid" gap="0.5" listStyleType="none">
        {links.map((link) => (
          <SidebarItem key={link.to} {...link} collapsed={collapsed} />
        ))}
      </Box>
    </nav>
  );
}

interface SidebarItemProps {
  to: string;
  label: string;
  Icon: LucideIcon;
  collapsed: boolean;
}

/** A link to a screen, with a mark and the reason while the screen is loading or unavailable. */
function SidebarItem({ to, label, Icon, collapsed }: SidebarItemProps) {
  const problem = useScreenProblem(to);
  const loading = useScreenLoading(to);
  const noteId = useId();
  const note = problem === undefined ? undefined : `${label} is not available. ${problem}`;
  return (
    <li>
      <Tooltip
        content={note ?? label}
        openDelay={0}
        placement="right"
        disabled={!collapsed && note === undefined}
      >
        <SidebarLink
          to={to}
          collapsed={collapsed}
          aria-busy={loading || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
        >
          <Icon size={16} aria-hidden />
          {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          {note !== undefined && <ScreenMark state="unavailable" collapsed={collapsed} />}
          {loading && <ScreenMark state="loading" collapsed={collapsed} />}
        </SidebarLink>
      </Tooltip>
      <VisuallyHidden id={noteId}>{note}</VisuallyHidden>
    </li>
  );
}

interface SidebarLinkProps extends ComponentProps<typeof NavLink> {
  collapsed: boolean;
}

function SidebarLink({ collapsed, ...link }: SidebarLinkProps) {
  return (
    <Box
      asChild
      display="flex"
      position="relative"
      alignItems="center"
      justifyContent={collapsed ? 'center' : 'flex-start'}
      gap="2"
      height={{ base: '2.75rem', md: '2rem' }}
      px={collapsed ? '0' : '2'}
      borderRadius="md"
      fontSize="sm"
      color="fg.muted"
      _hover={{ bg: 'bg.hover', color: 'fg.default' }}
      _currentPage={{ bg: 'accent.subtle', color: 'accent.fg', fontWeight: 'medium' }}
    >
      <NavLink {...link} />
    </Box>
  );
}
