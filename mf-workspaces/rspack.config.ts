import { apiPaths, consolePaths, consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

/** Who is a member, and no guest. */
const MEMBERS = ['Owner' as const, 'Admin' as const, 'Editor' as const, 'Viewer' as const];

const read = (path: string) => ({ path, inOrganization: true });

export default defineRemote({
  name: 'mf-workspaces',
  context: import.meta.dirname,
  devPort: 3005,
  routes: [
    {
      path: consoleRoutes.search,
      access: 'organization',
      title: 'Search',
      reads: [
        read(apiPaths.datasets()),
        read(apiPaths.workspaces()),
        read(apiPaths.askAvailability()),
      ],
    },
    {
      path: consoleRoutes.workspaces,
      access: 'organization',
      title: 'Workspaces',
      reads: [read(apiPaths.workspaces())],
    },
    {
      path: consoleRoutes.workspaceTests,
      access: 'organization',
      reads: [
        read(apiPaths.workspaces()),
        read(apiPaths.testQuestions(':workspaceId')),
        read(apiPaths.testRuns(':workspaceId')),
        read(apiPaths.askAvailability()),
      ],
    },
    {
      path: consoleRoutes.workspaceManage,
      access: 'organization',
      reads: [
        read(apiPaths.workspaces()),
        read(apiPaths.datasets()),
        read(apiPaths.workspaceDatasets(':workspaceId')),
        read(apiPaths.workspaceAccess(':workspaceId')),
        read(apiPaths.askAvailability()),
      ],
    },
    {
      path: consoleRoutes.workspaceSearch,
      access: 'organization',
      reads: [
        read(apiPaths.workspaces()),
        read(apiPaths.workspaceDatasets(':workspaceId')),
        read(apiPaths.askAvailability()),
      ],
    },
    {
      path: consoleRoutes.workspaceSearches,
      access: 'organization',
      reads: [
        read(apiPaths.workspaces()),
        read(apiPaths.workspaceSearches(':workspaceId')),
        read(apiPaths.askAvailability()),
      ],
    },
    {
      path: consoleRoutes.workspaceConnect,
      access: 'organization',
      reads: [read(apiPaths.workspaces()), read(apiPaths.askAvailability())],
    },
    {
      path: consoleRoutes.workspaceAsk,
      access: 'organization',
      reads: [read(apiPaths.workspaces()), read(apiPaths.askAvailability())],
    },
  ],
  sidebar: [
    { to: consolePaths.workspaces(), label: 'Workspaces', icon: 'boxes', order: 10 },
    { to: consolePaths.search(), label: 'Search', icon: 'search', order: 30 },
  ],
  commands: [
    {
      id: 'create-workspace',
      label: 'Create Workspace',
      group: 'Create',
      icon: 'plus',
      keywords: ['new', 'add'],
      to: consolePaths.workspaces(),
      intent: 'create',
      roles: MEMBERS,
    },
  ],
});
