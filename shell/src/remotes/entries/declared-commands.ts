import { pathOf } from '@carrel/shared/releases';
import type { CommandEntry, Registry, SidebarEntry } from '@carrel/shared/releases';

import { commandsOf } from './former-commands.ts';
import { linksOf } from './former-links.ts';
import { visibleEntries } from './visible-entries.ts';
import type { Viewer, Visible } from './visible-entries.ts';

/** The group of commands that open a screen. */
export const GO_TO = 'Go to';

/** A link of the sidebar is also a command. */
function asCommand({ group, ...entry }: SidebarEntry): CommandEntry {
  const name = pathOf(entry.to)
    .slice(1)
    .replaceAll(/[^\w]+/g, '-');
  const keywords = ['open', 'screen', ...(group === undefined ? [] : [group])];
  return { ...entry, id: `go-to-${name}`.toLowerCase(), group: GO_TO, keywords };
}

/** Returns the commands of all remotes that a viewer sees; those that lead somewhere include the links. */
export function declaredCommands(
  registry: Registry,
  unreadable: readonly string[],
  viewer: Viewer,
): Visible<CommandEntry>[] {
  const commands = visibleEntries(registry, unreadable, viewer, (...release) => [
    ...linksOf(...release).map(asCommand),
    ...commandsOf(...release),
  ]);
  return commands.filter(
    ({ id }, place) => commands.findIndex((command) => command.id === id) === place,
  );
}
