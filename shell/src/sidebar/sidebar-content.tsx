import { Box } from '@carrel/shared/ui';

import { OrganizationSwitcher } from '../organizations/switcher/organization-switcher.tsx';
import { SidebarLinks } from './sidebar-links.tsx';
import { Tasks } from './tasks/tasks.tsx';
import { UserMenu } from './user-menu.tsx';

/** The content of the sidebar, beside the screens or in the drawer over them. */
export function SidebarContent({ collapsed }: { collapsed: boolean }) {
  return (
    <Box display="flex" flexDirection="column" height="full" minHeight="0">
      <Box
        display="grid"
        gridTemplateColumns="minmax(0, 1fr)"
        alignItems="center"
        height="3rem"
        px={collapsed ? '0.5' : '2'}
        borderBottomWidth="1px"
      >
        <OrganizationSwitcher collapsed={collapsed} />
      </Box>
      <Box flex="1" minHeight="0" overflowY="auto" px={collapsed ? '2' : '3'} py="4">
        <SidebarLinks collapsed={collapsed} />
      </Box>
      <Tasks collapsed={collapsed} />
      <Box px={collapsed ? '0.5' : '2'} py="1" borderTopWidth="1px">
        <UserMenu collapsed={collapsed} />
      </Box>
    </Box>
  );
}
