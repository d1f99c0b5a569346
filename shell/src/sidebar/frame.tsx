import { CommandsProvider } from '@carrel/shared/shell';
import { Box } from '@carrel/shared/ui';
import { Drawer, titleCutTexts } from '@carrel/shared/ui/signed-in';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';

import { CommandLayer } from '../commands/command-layer.tsx';
import { CommandRegistry } from '../state/command-registry.ts';
import { ShellCommands } from '../commands/shell-commands.tsx';
import { CreateOrganization } from '../organizations/create-organization.tsx';
import { usePreloading } from '../preloading/use-preloading.ts';
import { useScrollMemory } from '../navigation/scroll-memory.ts';
import { useShortcutKeys } from '../shortcuts/use-shortcut-keys.ts';
import { PageBar } from './page-bar.tsx';
import { SidebarContent } from './sidebar-content.tsx';
import { SkipLink } from './skip-link.tsx';
import { useSidebar } from './use-sidebar.ts';

const MAIN_ID = 'main';

/** Sidebar and header around every signed-in screen. It stays mounted while the screens change. */
export function Frame() {
  const [registry] = useState(() => new CommandRegistry());
  useShortcutKeys(registry);
  useScrollMemory();
  usePreloading();
  const { mobile, open, slideOverOpen, closeSlideOver, toggle } = useSidebar();
  const { pathname } = useLocation();
  useEffect(closeSlideOver, [pathname, closeSlideOver]);
  useEffect(() => titleCutTexts(document), []);
  return (
    <CommandsProvider add={registry.add}>
      <Box display="flex" minHeight="100dvh">
        <SkipLink targetId={MAIN_ID} />
        <Box
          as="aside"
          aria-label="Sidebar"
          display={{ base: 'none', md: 'block' }}
          position="sticky"
          top="0"
          height="100dvh"
          width={open ? '16rem' : '3rem'}
          flexShrink="0"
          bg={{ base: 'bg.subtle', _dark: 'bg.panel' }}
          borderRightWidth="1px"
          overflow="hidden"
          transition="width 150ms ease-out"
        >
          {!mobile && <SidebarContent collapsed={!open} />}
        </Box>
        <Drawer open={slideOverOpen} onClose={closeSlideOver} title="Sidebar">
          <SidebarContent collapsed={false} />
        </Drawer>
        <Box flex="1" minWidth="0" display="flex" flexDirection="column">
          <PageBar expanded={mobile ? slideOverOpen : open} onToggle={toggle} />
          <Box as="main" id={MAIN_ID} tabIndex={-1} flex="1" outline="none">
            <Box
              width="full"
              maxWidth="page"
              mx="auto"
              p={{ base: '4', md: '6' }}
              css={WIDE_SCREEN}
            >
              <Outlet />
            </Box>
          </Box>
        </Box>
        <CreateOrganization />
        <ShellCommands onToggleSidebar={toggle} />
        <CommandLayer registry={registry} />
      </Box>
    </CommandsProvider>
  );
}

/** A screen that has use for the whole width, such as a document, has an element that says so. */
const WIDE_SCREEN = { '&:has([data-full-width])': { maxWidth: 'none' } };
