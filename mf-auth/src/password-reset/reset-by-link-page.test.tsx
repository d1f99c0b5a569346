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
  ])('offers a new link where the token is missing: %s', async (path) => {
    open(path);
    expect(screen.getByRole('heading', { level: 1, name: 'Invalid Reset Link' })).toBeTruthy();
    expect(screen.getByText('The password reset link is invalid or has expired')).toBeTruthy();
    expect(await screen.findByText('Invalid reset link')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Request a new reset link' }).getAttribute('href'),
    ).toBe('/password-reset');
  });

  test('sends the new password once and opens the sign-in page', async () => {
    mockApi.put(RESET, () => ({ status: 204 }));
    const { location } = open();
    await reset('new password', 'new password', 'dblClick');

    expect(
      await screen.findByText('Password reset successful! Please login with your new password.'),
    ).toBeTruthy();
    await waitFor(() => expect(location().path).toBe('/login'));
    expect(mockApi.calls().map(({ body }) => body)).toEqual([
      { token: 'abc', new_password: 'new password' },
    ]);
  });

  test('does not try to refresh a session over a 401', async () => {
    mockApi.put(RESET, () => ({ status: 401, body: { message: 'Not signed in' } }));
    open();
    await reset('new password', 'new password');
    await waitFor(() => expect(mockApi.calls()).toHaveLength(1));
    expect(mockApi.calls('PUT', 'api/v1/accounts/sessions')).toEqual([]);
  });
});
