import type { Theme } from '@carrel/shared/contract';
import { consolePaths, consoleRoutes } from '@carrel/shared/paths';
import { shownEmailOf, useCurrentUser, useShell } from '@carrel/shared/shell';
import { Text, useTheme } from '@carrel/shared/ui';
import { Menu } from '@carrel/shared/ui/signed-in';
import type { MenuItem } from '@carrel/shared/ui/signed-in';
import { useSetAtom } from 'jotai';
import { ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';

import { commandOverlayAtom } from '../commands/command-overlay.atoms.ts';
import { fullNameOf, initialsOf } from './person.ts';
import { useScreenProblem } from '../remotes/screens/use-screen-state.ts';
import { SidebarButton } from '../organizations/switcher/sidebar-button.tsx';

const themes: readonly { theme: Theme; label: string; icon: ReactNode }[] = [
  { theme: 'light', label: 'Light theme', icon: <Sun aria-hidden /> },
  { theme: 'dark', label: 'Dark theme', icon: <Moon aria-hidden /> },
  { theme: 'system', label: 'System theme', icon: <Monitor aria-hidden /> },
];

/** The signed-in user, with the account, the themes and Log out. */
export function UserMenu({ collapsed }: { collapsed: boolean }) {
  const user = useCurrentUser();
  const { signOut } = useShell();
  const { theme: chosen, setTheme } = useTheme();
  const navigate = useNavigate();
  const showOverlay = useSetAtom(commandOverlayAtom);
  const problem = useScreenProblem(consoleRoutes.account);
  const name = fullNameOf(user);
  const email = shownEmailOf(user);
  const themeItems = themes.map(({ theme, label, icon }, place): MenuItem => ({
    label,
    icon,
    selected: theme === chosen,
    separated: place === 0,
    onSelect: () => setTheme(theme),
  }));
  return (
    <Menu
      label="Your account"
      placement="right-end"
      header={
        <>
          <Text fontWeight="medium" truncate>
            {name}
          </Text>
          <Text fontSize="xs" color="fg.muted" truncate>
            {email}
          </Text>
        </>
      }
      trigger={
        <SidebarButton
          collapsed={collapsed}
          label={name}
          detail={email}
          icon={<span aria-hidden>{initialsOf(name)}</span>}
          end={<ChevronsUpDown size={14} aria-hidden />}
        />
      }
      items={[
        {
          label: 'Account',
          icon: <UserRound aria-hidden />,
          description: problem && `Not available. ${problem}`,
          onSelect: () => void navigate(consolePaths.account()),
        },
        {
          label: 'Keyboard shortcuts',
          icon: <Keyboard aria-hidden />,
          shortcut: '?',
          onSelect: () => showOverlay('shortcuts'),
        },
        ...themeItems,
        {
          label: 'Log out',
          icon: <LogOut aria-hidden />,
          separated: true,
          onSelect: signOut,
        },
      ]}
    />
  );
}
