import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { AccountPage } from './account/account-page.tsx';
import { ApprovePage } from './approvals/approve-page.tsx';
import { ConnectPage } from './grants/connect-page.tsx';

export const routes: RemoteScreens = [
  { path: consoleRoutes.account, element: <AccountPage /> },
  { path: consoleRoutes.approve, element: <ApprovePage /> },
  { path: consoleRoutes.connect, element: <ConnectPage /> },
];
