import { consoleRoutes } from '@carrel/shared/paths';
import type { RemoteScreens } from '@carrel/shared/shell';

import { JoinOrganizationPage } from './join/join-organization-page.tsx';
import { OrganizationSettingsPage } from './organizations/organization-settings-page.tsx';

export const routes: RemoteScreens = [
  { path: consoleRoutes.organizationSettings, element: <OrganizationSettingsPage /> },
  { path: consoleRoutes.joinOrganization, element: <JoinOrganizationPage /> },
];
