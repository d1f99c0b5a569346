import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { AcceptInvitationPage } from './accept-invitation-page.tsx';

const ACCEPT = 'api/v1/accounts/accept-invitation';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (token = 'abc') =>
  renderScreen(<AcceptInvitationPage />, {
    path: `/organizations/accept-invitation/${token}`,
    route: '/organizations/accept-invitation/:token?',
  });

async function accept(values: Record<string, string> = {}, press: 'click' | 'dblClick' = 'click') {
  const person = userEvent.setup();
  const typed = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Password: 'correct horse',
    'Confirm password': 'correct horse',
    ...values,
  };
  for (const [label, text] of Object.entries(typed)) {
    if (text !== '') await person.type(screen.getByLabelText(label), text);
  }
  await person[press](screen.getByRole('button', { name: 'Create Account & Join Organization' }));
}

describe('the page that makes an account from an invitation', () => {
  test('says so when the link carries no token', () => {
    open('');
    expect(screen.getByRole('heading', { level: 1, name: 'Invalid Invitation' })).toBeTruthy();
    expect(screen.getByText('The invitation link is invalid or malformed.')).toBeTruthy();
  });

  test('creates the account once and goes to the sign-in page', async () => {
    mockApi.post(ACCEPT, () => ({ status: 201, body: {} }));
    const { location } = open();
    await accept({}, 'dblClick');

    expect(
      await screen.findByText('Account created successfully! You can now login.'),
    ).toBeTruthy();
    expect(location().path).toBe('/login');
    expect(mockApi.calls().map(({ body }) => body)).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        password: 'correct horse',
        invitation_token: 'abc',
      },
    ]);
  });

  test.each([
    ['First name', { 'First name': '' }, 'First name is required'],
    ['Last name', { 'Last name': '' }, 'Last name is required'],
    ['Password', { Password: '1234567' }, 'Password must be at least 8 characters'],
    ['Confirm password', { 'Confirm password': '' }, 'Password confirmation is required'],
    ['Confirm password', { 'Confirm password': 'correct house' }, "Passwords don't match"],
    [
      'Confirm password',
      { 'First name': '', 'Confirm password': 'correct house' },
      "Passwords don't match",
    ],
  ])('%s of %j: %s', async (label, values, message) => {
    open();
    await accept(values);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');

    const person = userEvent.setup();
    for (const field of ['Password', 'Confirm password', 'First name', 'Last name']) {
      await person.clear(screen.getByLabelText(field));
      await person.type(screen.getByLabelText(field), 'correct horse');
    }
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    expect(mockApi.calls()).toEqual([]);
  });

  test.each([
    ['Invalid invitation token', 400],
    ['Failed to accept invitation. Please try again.', null],
  ])('says "%s" of a failure', async (text, status) => {
    mockApi.post(ACCEPT, () =>
      status === null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : { status, body: { message: text } },
    );
    open();
    await accept();
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
