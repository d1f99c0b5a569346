import { apiPaths, consolePaths, consoleRoutes } from '@carrel/shared/paths';
import { signInPaths } from '@carrel/shared/paths/sign-in';
import { defineRemote } from '@carrel/shared/rspack';

/** A section of the account's screen, which the palette finds by its words. */
const setting = (label: string, keywords: string[], section = label) => ({
  id: `settings-account-${label}`.toLowerCase().replaceAll(' ', '-'),
  label,
  group: 'Account',
  icon: 'key-round' as const,
  keywords: ['settings', ...keywords],
  to: consolePaths.account(),
  section,
  typedOnly: true,
});

export default defineRemote({
  name: 'mf-account',
  context: import.meta.dirname,
  devPort: 3002,
  routes: [
    {
      path: consoleRoutes.account,
      access: 'user',
      title: 'Account',
      reads: [
        { path: apiPaths.emails(), inOrganization: false },
        { path: signInPaths.factors(), inOrganization: false },
        { path: signInPaths.passkeys(), inOrganization: false },
        { path: apiPaths.sessions(), inOrganization: false },
        { path: signInPaths.totp(), inOrganization: false },
        { path: apiPaths.grants(), inOrganization: false },
      ],
    },
    { path: consoleRoutes.approve, access: 'user', title: 'Approve sign-in' },
    { path: consoleRoutes.connect, access: 'user', title: 'Connect a program' },
  ],
  commands: [
    {
      id: 'go-to-account',
      label: 'Account',
      group: 'Go to',
      icon: 'user-round',
      keywords: ['open', 'screen'],
      to: consolePaths.account(),
      order: 210,
    },
    setting('Personal information', ['name', 'profile'], 'Personal Information'),
    setting('Email addresses', ['e-mail', 'mail', 'primary', 'confirm'], 'Email Addresses'),
    setting('Password', ['change', 'forgot']),
    setting('Passkeys', ['fingerprint', 'face', 'security key', 'webauthn', 'sign in']),
    setting(
      'Two-step verification',
      [
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
      'Two-Step Verification',
    ),
    setting(
      'Sessions',
      ['devices', 'browsers', 'signed in', 'sign out', 'revoke'],
      'Active Sessions',
    ),
    setting(
      'Connected programs',
      ['apps', 'oauth', 'mcp', 'assistants', 'disconnect'],
      'Connected Programs',
    ),
  ],
});
