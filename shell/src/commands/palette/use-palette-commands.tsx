import { listDatasetsQuery, listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useCurrentUser, useShell } from '@carrel/shared/shell';
import type { RemoteCommand, RemoteCommands } from '@carrel/shared/shell';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Boxes, Database } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { ensureRemote, signedInRemotes } from '../../remotes/remote-store.ts';
import type { CommandRegistry } from '../../state/command-registry.ts';
import type { PaletteCommand } from './palette-sections.ts';
import { accountSettings, organizationSettings } from './settings-commands.tsx';

async function commandsOf(remote: string): Promise<RemoteCommands> {
  const state = await ensureRemote(remote, './routes');
  if (state.status !== 'ready') return [];
  return (state.exports as { commands?: RemoteCommands }).commands ?? [];
}

const emptyList: readonly never[] = [];

/**
 * Returns all commands: of the shell, of mounted screens, of remotes, and links to data. Not memoized:
 * the registry changes while the palette is closed.
 */
export function usePaletteCommands(registry: CommandRegistry): PaletteCommand[] {
  const remote = useRemoteCommands();
  const data = useDataCommands();
  const settings = useSettingsCommands();
  const registered = registry
    .list()
    .flatMap((command): PaletteCommand[] =>
      command.run === undefined || command.keyOnly === true
        ? []
        : [{ ...command, run: command.run }],
    );
  return [...registered, ...remote, ...settings, ...data];
}

function useRemoteCommands(): PaletteCommand[] {
  const { organizationId } = useShell();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const remote = useQueries({
    queries: signedInRemotes().map((name) => ({
      queryKey: ['remote-commands', name],
      queryFn: () => commandsOf(name),
    })),
    combine: joined,
  });
  return useMemo(
    () =>
      remote
        .filter(({ access }) => access !== 'organization' || organizationId !== null)
        .map((command) => {
          const { to, intent } = command;
          const run = () => void navigate(to, { state: { intent }, replace: to === pathname });
          return Object.assign({ run }, command);
        }),
    [remote, organizationId, navigate, pathname],
  );
}

function joined(results: readonly { data: RemoteCommands | undefined }[]): RemoteCommand[] {
  return results.flatMap(({ data }) => data ?? []);
}

function useDataCommands(): PaletteCommand[] {
  const { organizationId } = useShell();
  const navigate = useNavigate();
  const scope = organizationId ?? '';
  const enabled = organizationId !== null;
  const { workspaces = emptyList } =
    useQuery({
      ...listWorkspacesQuery(scope),
      enabled,
    }).data ?? {};
  const datasets =
    useQuery({
      ...listDatasetsQuery(scope),
      enabled,
    }).data?.datasets ?? emptyList;
  return useMemo(
    () => [
      ...workspaces.map(({ id, name }): PaletteCommand => ({
        id: `workspace-${id}`,
        label: name,
        group: 'Workspaces',
        icon: <Boxes />,
        run: () => void navigate(consolePaths.workspaceManage(id)),
      })),
      ...datasets.map(({ id, name }): PaletteCommand => ({
        id: `dataset-${id}`,
        label: name,
        group: 'Datasets',
        icon: <Database />,
        run: () => void navigate(consolePaths.datasetDocuments(id)),
      })),
    ],
    [workspaces, datasets, navigate],
  );
}

function useSettingsCommands(): PaletteCommand[] {
  const { organizationId } = useShell();
  const { memberships } = useCurrentUser();
  const navigate = useNavigate();
  const roleName = memberships[organizationId ?? '']?.role_name;
  return useMemo(() => {
    const open = (path: string) => void navigate(path);
    return [
      ...accountSettings(open),
      ...(organizationId === null || roleName === undefined
        ? []
        : organizationSettings(organizationId, roleName, open)),
    ];
  }, [organizationId, roleName, navigate]);
}
