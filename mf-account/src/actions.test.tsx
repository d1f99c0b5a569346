import { makeEmail, makeId, makeSession, makeUser } from '@carrel/shared/testing';
import { mockApi, renderScreen } from '@carrel/shared/testing';
import type { MockedResponse } from '@carrel/shared/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AccountPage } from './account/account-page.tsx';

type Method = 'post' | 'delete';

const EMAIL = makeEmail({ id: makeId(301), address: 'new@example.com', confirmed: false });
const SESSION = makeSession({ id: makeId(401) });
const SERVER = 'The words of the server';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function confirmIn(name: string): Promise<void> {
  const dialog = within(await screen.findByRole('alertdialog', { name }));
  const field = dialog.queryByRole('textbox');
  if (field !== null) await userEvent.type(field, 'ada@example.com');
  await userEvent.click(dialog.getByRole('button', { name }));
}

/** The specification's texts: a user's action, its request, and the texts of success and failure. */
const ACTIONS: {
  name: string;
  act: () => Promise<void>;
  call: [Method, string];
  response: MockedResponse;
  success: string;
  fallback: string;
  /** Words of the server that become others. */
  translations: [string, string][];
}[] = [
  {
    name: 'adding an address',
    act: async () => {
      await userEvent.type(screen.getByLabelText('New email address'), 'more@example.com{Enter}');
    },
    call: ['post', 'api/v1/accounts/emails'],
    response: { status: 201, body: { id: makeId(302) } },
    success: 'Email address added successfully',
    fallback: 'Failed to add email address',
    translations: [],
  },
  {
    name: 'removing an address',
    act: async () => {
      await press('Remove');
      await confirmIn('Remove email address');
    },
    call: ['delete', `api/v1/accounts/emails/${EMAIL.id}`],
    response: { status: 204 },
    success: 'Email address removed successfully',
    fallback: 'Failed to remove email address',
    translations: [],
  },
  {
    name: 'sending a confirmation again',
    act: () => press('Resend confirmation'),
    call: ['post', 'api/v1/accounts/confirm-email'],
    response: { status: 204 },
    success: 'Confirmation email sent! Please check your inbox.',
    fallback: 'Failed to send confirmation email',
    translations: ['rate limit exceeded', 'Too many requests', 'Status 429'].map((words) => [
      words,
      'Too many requests. Please wait before requesting another confirmation email.',
    ]),
  },
  {
    name: 'revoking a session',
    act: async () => {
      await press('Revoke');
      await confirmIn('Revoke session');
    },
    call: ['delete', `api/v1/accounts/sessions/${SESSION.id}`],
    response: { status: 204 },
    success: 'Session revoked successfully',
    fallback: 'Failed to revoke session',
    translations: [['Cannot revoke current session', 'Cannot revoke your current session']],
  },
  {
    name: 'deleting the account',
    act: async () => {
      await press('Delete account');
      await confirmIn('Delete account');
    },
    call: ['delete', `api/v1/accounts/${makeUser().id}`],
    response: { status: 204 },
    success: 'Account deleted successfully',
    fallback: 'Failed to delete account',
    translations: [],
  },
];

beforeEach(() => {
  mockApi.start();
  mockApi.get('api/v1/accounts/emails', () => ({ body: { emails: [EMAIL] } }));
  mockApi.get('api/v1/accounts/sessions', () => ({ body: { sessions: [SESSION] } }));
});
afterEach(() => mockApi.stop());

async function open(): Promise<void> {
  renderScreen(<AccountPage />, { path: '/account', route: '/account' });
  await screen.findByText(EMAIL.address);
}

describe.each(ACTIONS)('$name', ({ act, call, response, success, fallback, translations }) => {
  const [method, path] = call;

  test.each([
    ['success', () => response, success],
    [
      'a failure with words of the server',
      () => ({ status: 400, body: { message: SERVER } }),
      SERVER,
    ],
    ['a failure without words', () => ({ status: 502, body: '<html>' }), 'HTTP 502'],
    ['no response', () => Promise.reject(new TypeError('Failed to fetch')), fallback],
    ...translations.map(
      ([words, text]) =>
        [`"${words}"`, () => ({ status: 400, body: { message: words } }), text] as const,
    ),
  ] as const)('says of %s what there is to say, once', async (_, answering, text) => {
    mockApi[method](path, answering);
    await open();
    await act();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect(mockApi.calls(method.toUpperCase(), path)).toHaveLength(1);
  });
});

test.each([
  ['api/v1/accounts/emails', 'Failed to load emails'],
  ['api/v1/accounts/sessions', 'Failed to load sessions'],
])('a list that cannot be loaded (%s) says "%s"', async (path, text) => {
  mockApi.get(path, () => ({ status: 500, body: {} }));
  renderScreen(<AccountPage />, { path: '/account', route: '/account' });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText('HTTP 500')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
