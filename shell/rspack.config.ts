import { apiPaths, consolePaths } from '@carrel/shared/paths';
import { defineShell } from '@carrel/shared/rspack';

import { dashboardRoute } from './src/state/dashboard-route.ts';

export default defineShell({
  context: import.meta.dirname,
  reads: [
    { path: apiPaths.currentUser(), inOrganization: false },
    { path: apiPaths.organizations(), inOrganization: false },
  ],
  // The home page leads to the dashboard.
  routes: [dashboardRoute, { ...dashboardRoute, path: consolePaths.home() }],
});
