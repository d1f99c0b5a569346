import { apiPaths, consoleRoutes } from '@carrel/shared/paths';
import { defineRemote } from '@carrel/shared/rspack';

const settings = '/organizations/:organizationId/settings';

interface Setting {
  label: string;
  keywords: string[];
  /** The heading of its section, where that is another one. */
  section?: string;
}

/** Who is a member, and no guest. */
const MEMBERS = ['Owner' as const, 'Admin' as const, 'Editor' as const, 'Viewer' as const];

/** The parts of the settings that every member sees. */
const FOR_ALL = new Set(['', 'groups']);

/** Sections of a part of the settings, which the palette finds by their words. */
const settingsOf = (view: string, sections: Setting[]) =>
  sections.map(({ label, keywords, section = label }) => ({
    id: `settings-organization-settings-${label}`.toLowerCase().replaceAll(' ', '-'),
    label,
    group: 'Organization settings',
    icon: 'sliders-horizontal' as const,
    keywords: ['settings', ...keywords],
    to: view === '' ? settings : `${settings}?view=${view}`,
    section,
    typedOnly: true,
    roles: FOR_ALL.has(view) ? MEMBERS : ['Owner' as const, 'Admin' as const],
  }));

export default defineRemote({
  name: 'mf-organizations',
  context: import.meta.dirname,
  devPort: 3003,
  routes: [
    {
      path: consoleRoutes.organizationSettings,
      access: 'user',
      title: 'Organization settings',
      reads: [
        { path: apiPaths.members(':organizationId'), inOrganization: false },
        { path: apiPaths.usage(':organizationId'), inOrganization: false },
      ],
    },
    { path: consoleRoutes.joinOrganization, access: 'public', title: 'Join organization' },
  ],
  exposes: {
    './create-organization-dialog': './src/organizations/create-organization-dialog.tsx',
  },
  commands: [
    {
      id: 'go-to-settings',
      label: 'Organization settings',
      group: 'Go to',
      icon: 'settings',
      keywords: ['open', 'screen'],
      to: settings,
      order: 200,
    },
    ...settingsOf('', [
      { label: 'Members', keywords: ['people', 'users', 'roles', 'invite', 'team'] },
      {
        label: 'Invitations',
        section: 'Pending invitations',
        keywords: ['invite', 'people', 'join'],
      },
      { label: 'Usage', keywords: ['quota', 'limits', 'storage', 'bytes'] },
    ]),
    ...settingsOf('groups', [
      { label: 'Groups', keywords: ['people', 'teams', 'access', 'datasets', 'members'] },
    ]),
    ...settingsOf('sign-in', [
      {
        label: 'Sign-in policy',
        section: 'Policy',
        keywords: ['require', 'two-step', 'mfa', 'security', 'passkeys'],
      },
      { label: 'Domains', keywords: ['dns', 'verify', 'e-mail'] },
      {
        label: 'Single sign-on',
        keywords: ['sso', 'oidc', 'openid', 'identity provider', 'idp', 'saml'],
      },
    ]),
    ...settingsOf('provisioning', [
      {
        label: 'Provisioning',
        keywords: ['scim', 'directory', 'groups', 'default role', 'users'],
      },
    ]),
    ...settingsOf('api-keys', [
      { label: 'API keys', keywords: ['tokens', 'secrets', 'programs', 'rotate'] },
    ]),
    ...settingsOf('webhooks', [
      { label: 'Webhooks', keywords: ['events', 'deliveries', 'http', 'signing secret'] },
    ]),
    ...settingsOf('activity', [
      { label: 'Activity', keywords: ['audit', 'log', 'history', 'who'] },
    ]),
  ],
});
