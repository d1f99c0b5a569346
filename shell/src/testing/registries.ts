import type { RouteAccess } from '@carrel/shared/contract';
import { consoleRoutes } from '@carrel/shared/paths';
import type { CommandEntry, Registry, RemoteRelease } from '@carrel/shared/releases';

const accesses: Record<string, RouteAccess> = {
  login: 'guest',
  register: 'guest',
  joinOrganization: 'public',
  account: 'user',
  organizationSettings: 'user',
  search: 'organization',
  workspaces: 'organization',
  workspaceSearch: 'organization',
  datasets: 'organization',
  datasetDocuments: 'organization',
};

const setting = (label: string, keyword: string, to: string): CommandEntry => ({
  id: `settings-${label}`.toLowerCase().replaceAll(' ', '-'),
  label,
  group: 'Settings',
  keywords: ['settings', keyword],
  to,
  typedOnly: true,
});

const SETTINGS = '/organizations/:organizationId/settings';

const release: RemoteRelease = {
  version: '1.0.0',
  entry: '/remote.js',
  chunks: {},
  integrity: {},
  requires: { shellApi: '^1.0.0', shared: {} },
  routes: [],
};

/** The console's own screens and entries, as one remote. */
export const ownRegistry: Registry = {
  remotes: {
    remote: {
      ...release,
      routes: Object.entries(accesses).map(([name, access]) => ({
        path: consoleRoutes[name as keyof typeof consoleRoutes],
        access,
      })),
      sidebar: [
        { to: '/workspaces', label: 'Workspaces', icon: 'boxes', order: 10 },
        { to: '/datasets', label: 'Datasets', icon: 'database', order: 20 },
        { to: '/search', label: 'Search', icon: 'search', order: 30 },
      ],
      commands: [
        setting('Passkeys', 'fingerprint', '/account'),
        setting('Two-step verification', 'authenticator app', '/account'),
        setting('Email addresses', 'e-mail', '/account'),
        setting('Activity', 'audit', `${SETTINGS}?view=activity`),
        setting('Single sign-on', 'sso', `${SETTINGS}?view=sign-in`),
      ],
    },
  },
};

/** The same with a sixth remote, of which the shell knows nothing. */
export const registryWithReports = (declared: Partial<RemoteRelease> = {}): Registry => ({
  remotes: {
    ...ownRegistry.remotes,
    'mf-reports': {
      ...release,
      routes: [{ path: '/reports/:reportId?', access: 'organization', title: 'Reports' }],
      sidebar: [{ to: '/reports', label: 'Reports', icon: 'flag', group: 'Insight' }],
      commands: [
        {
          id: 'create-report',
          label: 'Create report',
          group: 'Create',
          to: '/reports',
          intent: 'create',
        },
      ],
      ...declared,
    },
  },
});
