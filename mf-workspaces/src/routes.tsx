import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { WorkspaceManagePage } from './attachments/workspace-manage-page.tsx';
import { WorkspaceConnectPage } from './connect/workspace-connect-page.tsx';
import { OrganizationSearchPage } from './search/organization-search-page.tsx';
import { WorkspaceSearchPage } from './search/workspace-search-page.tsx';
import { TestSetPage } from './test-sets/test-set-page.tsx';
import { WorkspaceAskPage } from './ask/workspace-ask-page.tsx';
import { WorkspaceSearchesPage } from './searches/workspace-searches-page.tsx';
import { WorkspacesPage } from './workspaces/workspaces-page.tsx';

export const routes: RemoteScreens = [
  { path: consoleRoutes.search, element: <OrganizationSearchPage /> },
  { path: consoleRoutes.workspaces, element: <WorkspacesPage /> },
  { path: consoleRoutes.workspaceManage, element: <WorkspaceManagePage /> },
  { path: consoleRoutes.workspaceSearch, element: <WorkspaceSearchPage /> },
  { path: consoleRoutes.workspaceTests, element: <TestSetPage /> },
  { path: consoleRoutes.workspaceSearches, element: <WorkspaceSearchesPage /> },
  { path: consoleRoutes.workspaceConnect, element: <WorkspaceConnectPage /> },
  { path: consoleRoutes.workspaceAsk, element: <WorkspaceAskPage /> },
];
