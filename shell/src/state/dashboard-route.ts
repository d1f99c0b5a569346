import type { RemoteRoute } from '@carrel/shared/releases';
import { apiPaths, consolePaths } from '@carrel/shared/paths';

/** The shell's own screen, in the form of a route in a remote's release. */
export const dashboardRoute: RemoteRoute = {
  path: consolePaths.dashboard(),
  access: 'user',
  reads: [apiPaths.summary(), apiPaths.workspaces(), apiPaths.datasets()].map((path) => ({
    path,
    inOrganization: true,
  })),
};
