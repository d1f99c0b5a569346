import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { WorkspaceManagePage } from './attachments/workspace-manage-page.tsx';
import { WorkspacesPage } from './workspaces/workspaces-page.tsx';

export const routes: RemoteScreens = [
  { path: consoleRoutes.workspaces, element: <WorkspacesPage /> },
  { path: consoleRoutes.workspaceManage, element: <WorkspaceManagePage /> },
];
