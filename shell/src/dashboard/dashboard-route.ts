import type { RemoteRoute } from '@carrel/shared/releases';
import { apiPaths, consolePaths } from '@carrel/shared/paths';

/** The shell's own screen, as a remote's release would tell of one of its own. */
export const dashboardRoute: RemoteRoute = {
  path: consolePaths.dashboard(),
  access: 'user',
  reads: [apiPaths.summary(), apiPaths.workspaces(), apiPaths.datasets()].map((path) => ({
    path,
    inOrganization: true,
  })),
};
