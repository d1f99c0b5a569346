import { listDatasetsQuery, listWorkspacesQuery } from '@carrel/shared/api';
import { consolePaths } from '@carrel/shared/paths';
import { useShell } from '@carrel/shared/shell';
import { useQuery } from '@tanstack/react-query';
import { TextSearch } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';

import type { PaletteSection } from './palette-sections.ts';

/** The workspace or dataset that a screen is about. */
const SUBJECT = /^\/(workspaces|datasets)\/([^/]+)\//;

/**
 * Returns the command that searches the workspace or dataset of the current screen for what is typed
 * into the palette; no section on other screens.
 */
export function useSearchSection(typed: string): PaletteSection[] {
  const { organizationId } = useShell();
  const navigate = useNavigate();
  const [, noun, id = ''] = SUBJECT.exec(useLocation().pathname) ?? [];
  const scope = organizationId ?? '';
  const enabled = organizationId !== null;
  const workspaces = useQuery({
    ...listWorkspacesQuery(scope),
    enabled: enabled && noun === 'workspaces',
  });
  const datasets = useQuery({
    ...listDatasetsQuery(scope),
    enabled: enabled && noun === 'datasets',
  });
  const list = noun === 'workspaces' ? workspaces.data?.workspaces : datasets.data?.datasets;
  const name = list?.find((subject) => subject.id === id)?.name;
  if (noun === undefined || name === undefined) return [];
  const query = typed.trim();
  const pathOf = noun === 'workspaces' ? consolePaths.workspaceSearch : consolePaths.datasetSearch;
  return [
    {
      title: 'Search the documents',
      commands: [
        {
          id: `search-${noun}-${id}`,
          label: query === '' ? `Search ${name}` : `Search ${name} for “${query}”`,
          group: 'Search',
          icon: <TextSearch />,
          run: () => void navigate(pathOf(id, query)),
        },
      ],
    },
  ];
}
