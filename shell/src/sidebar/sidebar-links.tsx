import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser } from '@carrel/shared/shell';
import { Box, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/workbench';
import { Boxes, Database, LayoutDashboard } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router-dom';

const dashboard = { to: consolePaths.dashboard(), label: 'Dashboard', Icon: LayoutDashboard };
const inOrganization = [
  { to: consolePaths.workspaces(), label: 'Workspaces', Icon: Boxes },
  { to: consolePaths.datasets(), label: 'Datasets', Icon: Database },
];

/** The way to the lists. Somebody without an organization has only the dashboard. */
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
        {links.map(({ to, label, Icon }) => (
          <li key={to}>
            <Tooltip content={label} openDelay={0} placement="right" disabled={!collapsed}>
              <SidebarLink to={to} collapsed={collapsed}>
                <Icon size={16} aria-hidden />
                {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
              </SidebarLink>
            </Tooltip>
          </li>
        ))}
      </Box>
    </nav>
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
