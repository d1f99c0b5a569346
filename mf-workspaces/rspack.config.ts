import { consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

export default defineRemote({
  name: 'mf-workspaces',
  context: import.meta.dirname,
  devPort: 3005,
  routes: [
    { path: consoleRoutes.workspaces, access: 'organization' },
    { path: consoleRoutes.workspaceManage, access: 'organization' },
  ],
});
