import { listDatasetsQuery, listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { TextSearch } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';

import { useIsGuest } from '../../remotes/entries/use-viewer.ts';
import type { PaletteCommand, PaletteSection } from './palette-sections.ts';

/** The workspace or dataset that a screen is about. */
const SUBJECT = /^\/(workspaces|datasets)\/([^/]+)\//;

/**
 * Returns the commands that search for what is typed into the palette: the workspace or dataset of the
 * current screen, and everything, which guests do not have. Nothing without an organization. Names that are not
 * in memory are read once they may be.
 */
export function useSearchSection(typed: string, mayRead: boolean): PaletteSection[] {
  const { organizationId } = useShell();
  const isGuest = useIsGuest();
  const navigate = useNavigate();
  const [, noun, id = ''] = SUBJECT.exec(useLocation().pathname) ?? [];
  const scope = organizationId ?? '';
  const enabled = organizationId !== null;
  const workspaces = useQuery({
    ...listWorkspacesQuery(scope),
    enabled: enabled && mayRead && noun === 'workspaces',
  });
  const datasets = useQuery({
    ...listDatasetsQuery(scope),
    enabled: enabled && mayRead && noun === 'datasets',
  });
  const list = noun === 'workspaces' ? workspaces.data?.workspaces : datasets.data?.datasets;
  const name = list?.find((subject) => subject.id === id)?.name;
  const query = typed.trim();
  const commandOf = (key: string, subject: string, path: string): PaletteCommand => ({
    id: `search-${key}`,
    label: query === '' ? `Search ${subject}` : `Search ${subject} for “${query}”`,
    group: 'Search',
    icon: <TextSearch />,
    run: () => void navigate(path),
  });
  const pathOf = noun === 'workspaces' ? consolePaths.workspaceSearch : consolePaths.datasetSearch;
  const commands = [
    ...(name === undefined ? [] : [commandOf(`${noun}-${id}`, name, pathOf(id, query))]),
    ...(enabled && query !== '' && !isGuest
      ? [commandOf('everything', 'everything', consolePaths.search(query))]
      : []),
  ];
  return commands.length === 0 ? [] : [{ title: 'Search the documents', commands }];
}
