import { THEMES } from '@carrel/shared/contract';
import type { Theme } from '@carrel/shared/contract';
import { useCommands, useCurrentUser, useShell } from '@carrel/shared/shell';
import type { Command } from '@carrel/shared/shell';
import { useTheme } from '@carrel/shared/ui';
import { useAtom, useSetAtom } from 'jotai';
import { Building2, Keyboard, LogOut, Monitor, Moon, PanelLeft, Plus, Sun } from 'lucide-react';
import type { ReactNode } from 'react';

import { creatingOrganizationAtom } from '../state/organizations.atoms.ts';
import { organizationKeysAt } from '../organizations/switcher/organization-keys.ts';
import { useSwitchOrganization } from '../organizations/switcher/use-switch-organization.ts';
import { isDialogOpen } from '../base/is-dialog-open.ts';
import { commandOverlayAtom } from './command-overlay.atoms.ts';

const themeIcons: Record<Theme, ReactNode> = {
  light: <Sun />,
  dark: <Moon />,
  system: <Monitor />,
};

/** Registers the shell's own commands and shortcuts. Renders nothing. */
export function ShellCommands({ onToggleSidebar }: { onToggleSidebar: () => void }) {
  const { signOut } = useShell();
  const [overlay, setOverlay] = useAtom(commandOverlayAtom);
  const createOrganization = useSetAtom(creatingOrganizationAtom);
  const { setTheme } = useTheme();
  useCommands([
    {
      id: 'command-palette',
      label: 'Open the command palette',
      group: 'General',
      keys: 'Mod+K',
      keyOnly: true,
      always: true,
      run: () => {
        if (overlay === 'palette') setOverlay(null);
        else if (!isDialogOpen()) setOverlay('palette');
      },
    },
    {
      id: 'create-organization',
      label: 'Create organization',
      group: 'Create',
      icon: <Plus />,
      keywords: ['new', 'add', 'team'],
      run: () => createOrganization(true),
    },
    ...useOrganizationCommands(),
    ...THEMES.map((theme): Command => ({
      id: `theme-${theme}`,
      label: `Use the ${theme} theme`,
      group: 'Theme',
      icon: themeIcons[theme],
      keywords: ['appearance', 'colour', 'color', 'mode', 'switch'],
      run: () => setTheme(theme),
    })),
    {
      id: 'toggle-sidebar',
      label: 'Toggle sidebar',
      group: 'General',
      icon: <PanelLeft />,
      keys: 'Mod+B',
      always: true,
      run: onToggleSidebar,
    },
    {
      id: 'shortcuts',
      label: 'Show keyboard shortcuts',
      group: 'General',
      icon: <Keyboard />,
      keywords: ['keys', 'help'],
      keys: '?',
      run: () => setOverlay('shortcuts'),
    },
    // The toaster handles this shortcut itself.
    { id: 'notifications', label: 'Go to the notifications', group: 'General', keys: 'Alt+T' },
    {
      id: 'sign-out',
      label: 'Log out',
      group: 'General',
      icon: <LogOut />,
      keywords: ['sign out', 'leave', 'quit'],
      run: signOut,
    },
  ]);
  return null;
}

function useOrganizationCommands(): Command[] {
  const { memberships } = useCurrentUser();
  const switchTo = useSwitchOrganization();
  return Object.entries(memberships).map(([id, { organization_name: name }], place) => {
    const command: Command = {
      id: `organization-${id}`,
      label: `Switch to ${name}`,
      group: 'Organizations',
      icon: <Building2 />,
      keywords: ['organization', 'change'],
      run: () => switchTo(id),
    };
    const keys = organizationKeysAt(place);
    if (keys !== undefined) command.keys = keys;
    return command;
  });
}
