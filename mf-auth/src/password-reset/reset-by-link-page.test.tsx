import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { ResetByLinkPage } from './reset-by-link-page.tsx';

const RESET = 'api/v1/accounts/reset-password';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (path = '/accounts/reset-password/abc') =>
  renderScreen(<ResetByLinkPage />, { path, route: '/accounts/reset-password/:token?' });

async function reset(
  password: string,
  confirmation: string,
  press: 'click' | 'dblClick' = 'click',
) {
  const person = userEvent.setup();
  if (password !== '') await person.type(screen.getByLabelText('New password'), password);
  if (confirmation !== '') {
    await person.type(screen.getByLabelText('Confirm password'), confirmation);
  }
  await person[press](screen.getByRole('button', { name: 'Reset password' }));
}

describe('the page behind a reset link', () => {
  test.each([
    ['/accounts/reset-password'],
    ['/accounts/reset-password/'],
    ['/accounts/reset-password/%20'],
  ])('offers a new link where the token is missing: %s', (path) => {
    open(path);
    expect(screen.getByRole('heading', { level: 1, name: 'Invalid Reset Link' })).toBeTruthy();
    expect(screen.getByText('The password reset link is invalid or has expired')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Request a new reset link' }).getAttribute('href'),
    ).toBe('/password-reset');
  });

  test('sends the new password once and goes to the sign-in page', async () => {
    mockApi.put(RESET, () => ({ status: 204 }));
    const { location } = open();
    await reset('new password', 'new password', 'dblClick');

    expect(
      await screen.findByText('Password reset successful! Please login with your new password.'),
    ).toBeTruthy();
    expect(location().path).toBe('/login');
    expect(mockApi.calls().map(({ body }) => body)).toEqual([
      { token: 'abc', new_password: 'new password' },
    ]);
  });

  test.each([
    ['short', '1234567', '1234567', 'Password must be at least 8 characters'],
    ['unconfirmed', 'new password', '', 'Please confirm your password'],
    ['different', 'new password', 'new passwort', "Passwords don't match"],
    ['short and different', 'new', 'old', "Passwords don't match"],
  ])('refuses a password that is %s', async (_, password, confirmation, message) => {
    open();
    await reset(password, confirmation);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(mockApi.calls()).toEqual([]);
  });

  test('takes the complaint back when the first password is changed to match', async () => {
    open();
    await reset('new password', 'new password!');
    expect(await screen.findByText("Passwords don't match")).toBeTruthy();
    await userEvent.type(screen.getByLabelText('New password'), '!');
    await waitFor(() => expect(screen.queryByText("Passwords don't match")).toBeNull());
  });

  test('does not try to refresh a session over a 401', async () => {
    mockApi.put(RESET, () => ({ status: 401, body: { message: 'Not signed in' } }));
    open();
    await reset('new password', 'new password');
    await waitFor(() => expect(mockApi.calls()).toHaveLength(1));
    expect(mockApi.calls('PUT', 'api/v1/accounts/sessions')).toEqual([]);
  });
});
