import { consolePaths } from '@carrel/shared/paths';
import { KeyRound, SlidersHorizontal } from 'lucide-react';

import type { PaletteCommand } from './palette-sections.ts';
import { showSection } from './show-section.ts';

interface Setting {
  label: string;
  /** The heading of its section, where that is another one. */
  section?: string;
  keywords: readonly string[];
}

const ACCOUNT: readonly Setting[] = [
  { label: 'Personal information', section: 'Personal Information', keywords: ['name', 'profile'] },
  {
    label: 'Email addresses',
    section: 'Email Addresses',
    keywords: ['e-mail', 'mail', 'primary', 'confirm'],
  },
  { label: 'Password', keywords: ['change', 'forgot'] },
  { label: 'Passkeys', keywords: ['fingerprint', 'face', 'security key', 'webauthn', 'sign in'] },
  {
    label: 'Two-step verification',
    section: 'Two-Step Verification',
    keywords: [
      'authenticator app',
      '2fa',
      'mfa',
      'totp',
      'otp',
      'code',
      'recovery codes',
      'trusted browsers',
      'second factor',
    ],
  },
  {
    label: 'Sessions',
    section: 'Active Sessions',
    keywords: ['devices', 'browsers', 'signed in', 'sign out', 'revoke'],
  },
  {
    label: 'Connected programs',
    section: 'Connected Programs',
    keywords: ['apps', 'oauth', 'mcp', 'assistants', 'disconnect'],
  },
];

/** By the part of the organization's settings: its name in the address, empty for the first. */
const ORGANIZATION: Readonly<Record<string, readonly Setting[]>> = {
  '': [
    { label: 'Members', keywords: ['people', 'users', 'roles', 'invite', 'team'] },
    {
      label: 'Invitations',
      section: 'Pending invitations',
      keywords: ['invite', 'people', 'join'],
    },
    { label: 'Usage', keywords: ['quota', 'limits', 'storage', 'bytes'] },
  ],
  'sign-in': [
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
  ],
  provisioning: [
    { label: 'Provisioning', keywords: ['scim', 'directory', 'groups', 'default role', 'users'] },
  ],
  'api-keys': [{ label: 'API keys', keywords: ['tokens', 'secrets', 'programs', 'rotate'] }],
  webhooks: [{ label: 'Webhooks', keywords: ['events', 'deliveries', 'http', 'signing secret'] }],
  activity: [{ label: 'Activity', keywords: ['audit', 'log', 'history', 'who'] }],
};

/** The roles that see all parts of an organization's settings; others see the first. */
const ALL_PARTS_ROLES = new Set(['Owner', 'Admin']);

/** Returns the settings of the account as commands that lead to their sections. */
export const accountSettings = (navigate: (path: string) => void): PaletteCommand[] =>
  ACCOUNT.map((setting) => commandOf(setting, 'Account', consolePaths.account(), navigate));

/** Returns the settings of an organization that somebody with this role sees. */
export function organizationSettings(
  organizationId: string,
  roleName: string,
  navigate: (path: string) => void,
): PaletteCommand[] {
  const path = consolePaths.organizationSettings(organizationId);
  return Object.entries(ORGANIZATION)
    .filter(([view]) => view === '' || ALL_PARTS_ROLES.has(roleName))
    .flatMap(([view, settings]) =>
      settings.map((setting) =>
        commandOf(
          setting,
          'Organization settings',
          view === '' ? path : `${path}?view=${view}`,
          navigate,
        ),
      ),
    );
}

function commandOf(
  { label, section = label, keywords }: Setting,
  screen: string,
  path: string,
  navigate: (path: string) => void,
): PaletteCommand {
  return {
    id: `settings-${screen}-${label}`.toLowerCase().replaceAll(' ', '-'),
    label,
    group: screen,
    icon: screen === 'Account' ? <KeyRound /> : <SlidersHorizontal />,
    keywords: ['settings', ...keywords],
    typedOnly: true,
    run: () => {
      navigate(path);
      showSection(screen, section);
    },
  };
}
