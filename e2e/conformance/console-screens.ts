import { consolePaths } from '@carrel/shared/paths';

import type { ShellFixture } from '../support/shell-fixture.ts';

/** A screen that reads from the API, with the specified messages for a failure. */
export interface ReadingScreen {
  name: string;
  path: string;
  /** The screen's heading, once its data has loaded. */
  heading: string | RegExp;
  failures: readonly string[];
}

/** Returns every screen that reads from the API when it opens. */
export function readingScreens({
  organizationId,
  workspaceId,
  datasetId,
}: ShellFixture): readonly ReadingScreen[] {
  return [
    {
      name: 'the dashboard',
      path: consolePaths.dashboard(),
      heading: 'Welcome back, Ada',
      failures: ['Failed to load dashboard statistics'],
    },
    {
      name: 'the datasets',
      path: consolePaths.datasets(),
      heading: 'Datasets',
      failures: ['Failed to load datasets. Please try again.'],
    },
    {
      name: 'the documents',
      path: consolePaths.datasetDocuments(datasetId),
      heading: 'Documents',
      failures: ['Failed to fetch navigation'],
    },
    {
      name: 'a document',
      // None has this id: once it can be asked for, that is what the screen says.
      path: consolePaths.document(datasetId, workspaceId),
      heading: 'Document',
      failures: ['Failed to fetch the document'],
    },
    {
      name: 'the versions of a document',
      path: consolePaths.documentVersions(datasetId, workspaceId),
      heading: 'Document',
      failures: ['Failed to fetch the versions'],
    },
    {
      name: 'the archives',
      path: consolePaths.datasetArchives(datasetId),
      heading: 'Bulk Upload',
      failures: ['Failed to fetch archives'],
    },
    {
      name: 'the duplicates of a dataset',
      path: consolePaths.datasetDuplicates(datasetId),
      heading: 'Duplicates',
      failures: ['Failed to fetch duplicates'],
    },
    {
      name: 'the sources of a dataset',
      path: consolePaths.datasetSources(datasetId),
      heading: 'Sources',
      failures: ['Failed to load sources'],
    },
    {
      name: 'the settings of a dataset',
      path: consolePaths.datasetSettings(datasetId),
      heading: 'Settings',
      failures: ['Failed to load datasets. Please try again.'],
    },
    {
      name: 'the workspaces',
      path: consolePaths.workspaces(),
      heading: 'Workspaces',
      failures: ['Failed to load workspaces. Please try again.'],
    },
    {
      name: 'a workspace',
      path: consolePaths.workspaceManage(workspaceId),
      heading: /^(?:Research|Workspace)$/,
      failures: ['Failed to fetch datasets'],
    },
    {
      name: 'the account',
      path: consolePaths.account(),
      heading: 'Account',
      failures: [
        'Failed to load emails',
        'Failed to load passkeys',
        'Failed to load sessions',
        'Failed to load connected programs',
        'Failed to load two-step verification',
      ],
    },
    {
      name: 'an organization',
      path: consolePaths.organizationSettings(organizationId),
      heading: /Engines|Organization settings/,
      failures: ['Failed to load organization details'],
    },
  ];
}

/** A screen with a form, or one that sends a request when it opens. */
export interface SendingScreen {
  name: string;
  path: string;
  fields: Record<string, string>;
  /** The button that submits the form; undefined where opening the screen sends the request. */
  button?: string;
  /** The specified messages for an empty response, which is a success, and for a failure. */
  success: string;
  failure: string;
}

const EMAIL = { Email: 'ada@example.com' };
const PASSWORD = 'the words of Ada';
const NAMES = { 'First name': 'Ada', 'Last name': 'Lovelace' };

/** Every screen of guests. */
export const sendingScreens: readonly SendingScreen[] = [
  {
    name: 'signing in',
    path: consolePaths.login(),
    fields: { ...EMAIL, Password: PASSWORD },
    button: 'Sign in',
    // An empty response does not say who is signed in.
    success: 'Login failed. Please try again.',
    failure: 'Login failed. Please try again.',
  },
  {
    name: 'registration',
    path: consolePaths.register(),
    fields: { ...NAMES, ...EMAIL, Password: PASSWORD },
    button: 'Create account',
    success: 'Account created successfully! Please check your email for verification.',
    failure: 'Registration failed. Please try again.',
  },
  {
    name: 'asking for a reset',
    path: consolePaths.passwordReset(),
    fields: EMAIL,
    button: 'Send reset email',
    success: 'Password reset email sent! Please check your inbox.',
    failure: 'Failed to send reset email. Please try again.',
  },
  {
    name: 'a reset with a token',
    path: consolePaths.passwordReset('a-token'),
    fields: { 'New password': PASSWORD },
    button: 'Reset password',
    success: 'Password reset successful! Please login with your new password.',
    failure: 'Failed to reset password. Please try again.',
  },
  {
    name: 'a reset by link',
    path: consolePaths.resetPassword('a-token'),
    fields: { 'New password': PASSWORD, 'Confirm password': PASSWORD },
    button: 'Reset password',
    success: 'Password reset successful! Please login with your new password.',
    failure: 'Failed to reset password. Please try again.',
  },
  {
    name: 'a recovery by link',
    path: consolePaths.completeRecovery('a-token'),
    fields: { Password: PASSWORD },
    button: 'Sign in',
    // An empty response does not say who is signed in.
    success: 'Failed to recover your account. Please try again.',
    failure: 'Failed to recover your account. Please try again.',
  },
  {
    name: 'stopping a recovery',
    path: consolePaths.stopRecovery('a-token'),
    fields: {},
    button: 'Stop the recovery',
    success: 'The recovery was stopped',
    failure: 'Failed to stop the recovery. Please try again.',
  },
  {
    name: 'a confirmation',
    path: consolePaths.confirmEmail('a-token'),
    fields: {},
    success: 'Email confirmed successfully!',
    failure: 'Failed to confirm email',
  },
  {
    name: 'an invitation',
    path: consolePaths.acceptInvitation('a-token'),
    fields: { ...NAMES, Password: PASSWORD, 'Confirm password': PASSWORD },
    button: 'Create Account & Join Organization',
    success: 'Account created successfully! You can now login.',
    failure: 'Failed to accept invitation. Please try again.',
  },
];
