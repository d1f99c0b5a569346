import { consolePaths } from '@carrel/shared/paths';

import { EntryIcon } from '../../icons/entry-icon.tsx';
import { GO_TO } from '../../remotes/entries/declared-commands.ts';
import { useDeclaredCommands } from '../../remotes/entries/use-declared-commands.ts';
import { useIsGuest } from '../../remotes/entries/use-viewer.ts';
import { useUnavailable } from '../../remotes/screens/use-unavailable.ts';
import type { PaletteCommand } from './palette-sections.ts';
import { useOpenEntry } from './use-open-entry.ts';

/** The dashboard, which guests do not have, and what remotes declare under "Go to": their links in the sidebar too. */
export function useGoToCommands(): PaletteCommand[] {
  const open = useOpenEntry();
  const declared = useDeclaredCommands().filter(({ group }) => group === GO_TO);
  const isGuest = useIsGuest();
  const unavailable = useUnavailable(declared.map(({ to }) => to));
  const dashboard = {
    id: 'go-to-dashboard',
    label: 'Dashboard',
    group: GO_TO,
    icon: 'layout-dashboard',
    keywords: ['open', 'screen'],
    to: consolePaths.dashboard(),
  };
  return (isGuest ? declared : [dashboard, ...declared]).map((entry): PaletteCommand => {
    const { id, label, group, icon, keywords = [], to } = entry;
    const command: PaletteCommand = {
      id,
      label: unavailable.has(to) ? `${label} (not available)` : label,
      group,
      keywords,
      run: () => open(entry),
    };
    if (icon !== undefined) command.icon = <EntryIcon name={icon} />;
    return command;
  });
}
