import { listDatasetsQuery, listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import type { RemoteCommand, RemoteCommands } from '@carrel/shared/shell';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Boxes, Database } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { EntryIcon } from '../../icons/entry-icon.tsx';
import { useDeclaredCommands } from '../../remotes/entries/use-declared-commands.ts';
import { GO_TO } from '../../remotes/entries/declared-commands.ts';
import { isOpenToGuests } from '../../remotes/entries/open-to-guests.ts';
import { useIsGuest } from '../../remotes/entries/use-viewer.ts';
import { ensureRemote, signedInRemotes } from '../../remotes/remote-store.ts';
import type { CommandRegistry } from '../../state/command-registry.ts';
import { useGoToCommands } from './use-go-to-commands.tsx';
import { useOpenEntry } from './use-open-entry.ts';
import type { PaletteCommand } from './palette-sections.ts';

async function commandsOf(remote: string): Promise<RemoteCommands> {
  const state = await ensureRemote(remote, './routes');
  if (state.status !== 'ready') return [];
  return (state.exports as { commands?: RemoteCommands }).commands ?? [];
}

/** The first command that the shell registers and the palette lists. */
const FIRST_OF_SHELL = 'create-organization';

const emptyList: readonly never[] = [];

interface AllCommands {
  commands: PaletteCommand[];
  /** Whether links to data are still to come. */
  isPending: boolean;
}

/**
 * Returns all commands: of the shell, of mounted screens, of remotes, and links to data. Not memoized:
 * the registry changes while the palette is closed. What is not in memory is read once it may be.
 */
export function usePaletteCommands(registry: CommandRegistry, mayRead: boolean): AllCommands {
  const goTo = useGoToCommands();
  const remote = useRemoteCommands(mayRead);
  const data = useDataCommands(mayRead);
  const registered = registry
    .list()
    .flatMap((command): PaletteCommand[] =>
      command.run === undefined || command.keyOnly === true
        ? []
        : [{ ...command, run: command.run }],
    );
  // Before those of the shell; the screen that was open first has registered its own before.
  const place = registered.findIndex(({ id }) => id === FIRST_OF_SHELL);
  const commands = [
    ...registered.slice(0, Math.max(place, 0)),
    ...goTo,
    ...registered.slice(Math.max(place, 0)),
    ...remote,
    ...data.commands,
  ];
  return { commands, isPending: data.isPending };
}

/**
 * Returns what remotes declare in their releases, and what their code exports besides: as releases did that
 * were built before they could declare it.
 */
function useRemoteCommands(mayRead: boolean): PaletteCommand[] {
  const { organizationId } = useShell();
  const declared = useDeclaredCommands();
  const open = useOpenEntry();
  const isGuest = useIsGuest();
  const exported = useQueries({
    queries: signedInRemotes().map((name) => ({
      queryKey: ['remote-commands', name],
      queryFn: () => commandsOf(name),
      enabled: mayRead,
    })),
    combine: joined,
  });
  return useMemo(() => {
    const ofReleases = declared
      .filter(({ group }) => group !== GO_TO)
      .map(({ id, label, group, icon, keywords = [], typedOnly = false, ...entry }) => ({
        id,
        label,
        group,
        icon: icon === undefined ? undefined : <EntryIcon name={icon} />,
        keywords,
        typedOnly,
        run: () => open(entry),
      }));
    const ofCode = exported
      .filter(({ id }) => !declared.some((command) => command.id === id))
      .filter(({ access }) => access !== 'organization' || organizationId !== null)
      .filter(({ access, to }) => access !== 'organization' || !isGuest || isOpenToGuests(to))
      .map((command) => Object.assign({ run: () => open(command) }, command));
    return [...ofReleases, ...ofCode];
  }, [declared, exported, organizationId, isGuest, open]);
}

function joined(results: readonly { data: RemoteCommands | undefined }[]): RemoteCommand[] {
  return results.flatMap(({ data }) => data ?? []);
}

function useDataCommands(mayRead: boolean): AllCommands {
  const { organizationId } = useShell();
  const isGuest = useIsGuest();
  const navigate = useNavigate();
  const scope = organizationId ?? '';
  const enabled = mayRead && organizationId !== null;
  const workspaceList = useQuery({ ...listWorkspacesQuery(scope), enabled });
  const datasetList = useQuery({ ...listDatasetsQuery(scope), enabled: enabled && !isGuest });
  const { workspaces = emptyList } = workspaceList.data ?? {};
  const { datasets = emptyList } = datasetList.data ?? {};
  const isPending =
    organizationId !== null && (workspaceList.isPending || (!isGuest && datasetList.isPending));
  const commands = useMemo(
    () => [
      ...workspaces.map(({ id, name }): PaletteCommand => ({
        id: `workspace-${id}`,
        label: name,
        group: 'Workspaces',
        icon: <Boxes />,
        run: () =>
          void navigate(
            isGuest ? consolePaths.workspaceSearch(id) : consolePaths.workspaceManage(id),
          ),
      })),
      // Guests search datasets by their workspace.
      ...(isGuest ? emptyList : datasets).map(({ id, name }): PaletteCommand => ({
        id: `dataset-${id}`,
        label: name,
        group: 'Datasets',
        icon: <Database />,
        run: () => void navigate(consolePaths.datasetDocuments(id)),
      })),
    ],
    [workspaces, datasets, isGuest, navigate],
  );
  return { commands, isPending };
}
