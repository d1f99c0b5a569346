import { consolePaths } from '@carrel/shared/paths';
import { Box, Text, VisuallyHidden } from '@carrel/shared/ui';
import { Tooltip } from '@carrel/shared/ui/signed-in';
import { useId } from 'react';
import type { ComponentProps } from 'react';
import { NavLink } from 'react-router-dom';

import { EntryIcon } from '../icons/entry-icon.tsx';
import { useIsGuest } from '../remotes/entries/use-viewer.ts';
import { useSidebarGroups } from '../remotes/entries/use-sidebar-groups.ts';
import type { SidebarGroup } from '../remotes/entries/sidebar-groups.ts';
import { useScreenLoading, useScreenProblem } from '../remotes/screens/use-screen-state.ts';
import { ScreenMark } from './screen-mark.tsx';

const dashboard = { to: consolePaths.dashboard(), label: 'Dashboard', icon: 'layout-dashboard' };

/** Long labels are cut rather than wider than the sidebar. */
const COLUMN = 'minmax(0, 1fr)';

interface SidebarLinksProps {
  collapsed: boolean;
}

/** The dashboard, which guests do not have, and the links that remotes declare for the user. They stand before any remote loads. */
export function SidebarLinks({ collapsed }: SidebarLinksProps) {
  const [first, ...others] = useSidebarGroups();
  const isGuest = useIsGuest();
  if (first === undefined) return null;
  const links = isGuest ? first.links : [dashboard, ...first.links];
  return (
    <Box display="grid" gap="4" gridTemplateColumns={COLUMN}>
      <LinkGroup title={first.title} links={links} collapsed={collapsed} />
      {others.map(({ title, links }) => (
        <LinkGroup key={title} title={title} links={links} collapsed={collapsed} />
      ))}
    </Box>
  );
}

function LinkGroup({ title, links, collapsed }: SidebarLinksProps & SidebarGroup) {
  const titleId = useId();
  return (
    <Box as="nav" aria-labelledby={titleId}>
      <Text
        id={titleId}
        px="2"
        pb="1"
        fontSize="xs"
        fontWeight="medium"
        color="fg.muted"
        truncate
        {...(collapsed ? { srOnly: true } : {})}
      >
        {title}
      </Text>
      <Box as="ul" display="grid" gap="0.5" gridTemplateColumns={COLUMN} listStyleType="none">
        {links.map(({ to, label, icon }) => (
          <SidebarItem
            key={`${to} ${label}`}
            to={to}
            label={label}
            icon={icon}
            collapsed={collapsed}
          />
        ))}
      </Box>
    </Box>
  );
}

interface SidebarItemProps extends SidebarLinksProps {
  to: string;
  label: string;
  icon: string;
}

/** A link to a screen, with a mark and the reason while the screen is loading or unavailable. */
function SidebarItem({ to, label, icon, collapsed }: SidebarItemProps) {
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
          <EntryIcon name={icon} />
          {collapsed ? (
            <VisuallyHidden>{label}</VisuallyHidden>
          ) : (
            <Box as="span" minWidth="0" truncate>
              {label}
            </Box>
          )}
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
      css={{ '& > svg': { flexShrink: 0 } }}
      _hover={{ bg: 'bg.hover', color: 'fg.default' }}
      _currentPage={{ bg: 'accent.subtle', color: 'accent.fg', fontWeight: 'medium' }}
    >
      <NavLink {...link} />
    </Box>
  );
}
