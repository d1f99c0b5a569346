import { apiPaths, consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

const read = (path: string) => ({ path, inOrganization: true });

export default defineRemote({
  name: 'mf-workspaces',
  context: import.meta.dirname,
  devPort: 3005,
  routes: [
    {
      path: consoleRoutes.search,
      access: 'organization',
      reads: [
        read(apiPaths.datasets()),
        read(apiPaths.workspaces()),
        read(apiPaths.askAvailability()),
      ],
    },
    {
      path: consoleRoutes.workspaces,
      access: 'organization',
      reads: [read(apiPaths.workspaces())],
    },
    {
      path: consoleRoutes.workspaceTests,
      access: 'organization',
      reads: [
        read(apiPaths.workspaces()),
        read(apiPaths.testQuestions(':workspaceId')),
        read(apiPaths.testRuns(':workspaceId')),
      ],
    },
    {
      path: consoleRoutes.workspaceManage,
      access: 'organization',
      reads: [
        read(apiPaths.workspaces()),
        read(apiPaths.datasets()),
        read(apiPaths.workspaceDatasets(':workspaceId')),
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
});
