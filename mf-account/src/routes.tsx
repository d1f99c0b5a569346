import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';
import { Skeleton } from '@carrel/shared/ui/signed-in';
import { lazy, Suspense } from 'react';

import { AccountPage } from './account/account-page.tsx';
import { ApprovePage } from './approvals/approve-page.tsx';

/** Few people open it: its code is fetched then. */
const ConnectPage = lazy(async () => {
  const { ConnectPage: component } = await import('./grants/connect-page.tsx');
  return { default: component };
});

export const routes: RemoteScreens = [
  { path: consoleRoutes.account, element: <AccountPage /> },
  { path: consoleRoutes.approve, element: <ApprovePage /> },
  {
    path: consoleRoutes.connect,
    element: (
      <Suspense fallback={<Skeleton height="13rem" />}>
        <ConnectPage />
      </Suspense>
    ),
  },
];
