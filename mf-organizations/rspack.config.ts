import { apiPaths, consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

export default defineRemote({
  name: 'mf-organizations',
  context: import.meta.dirname,
  devPort: 3003,
  routes: [
    {
      path: consoleRoutes.organizationSettings,
      access: 'user',
      reads: [
        { path: apiPaths.members(':organizationId'), inOrganization: false },
        { path: apiPaths.usage(':organizationId'), inOrganization: false },
      ],
    },
    { path: consoleRoutes.joinOrganization, access: 'public' },
  ],
  exposes: {
    './create-organization-dialog': './src/organizations/create-organization-dialog.tsx',
  },
});
