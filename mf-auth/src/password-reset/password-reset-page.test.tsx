import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { PasswordResetPage } from './password-reset-page.tsx';

const RESET = 'api/v1/accounts/reset-password';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (search = '') =>
  renderScreen(<PasswordResetPage />, {
    path: { pathname: '/password-reset', search },
    route: '/password-reset',
  });

const failure = () => Promise.reject(new TypeError('Failed to fetch'));

async function request(address: string, press: 'click' | 'dblClick' = 'click') {
  const person = userEvent.setup();
  if (address !== '') await person.type(screen.getByLabelText('Email'), address);
  await person[press](screen.getByRole('button', { name: 'Send reset email' }));
}

async function reset(password: string, press: 'click' | 'dblClick' = 'click') {
  const person = userEvent.setup();
  if (password !== '') await person.type(screen.getByLabelText('New password'), password);
  await person[press](screen.getByRole('button', { name: 'Reset password' }));
}

describe('the password reset page without a token', () => {
  test.each([[''], ['?token=']])('asks for an address (%s) and links back', async (search) => {
    mockApi.post(RESET, () => ({ status: 204 }));
    const { location } = open(search);
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe(
      '/login',
    );
    await request(' ada@example.com ', 'dblClick');

    expect(
      await screen.findByText('Password reset email sent! Please check your inbox.'),
    ).toBeTruthy();
    expect(location().path).toBe('/login');
    expect(mockApi.calls().map(({ method, body }) => [method, body])).toEqual([
      ['POST', { email_address: 'ada@example.com' }],
    ]);
  });

  test('refuses what is no address until it is one', async () => {
    open();
    await request('');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await waitFor(() =>
      expect(screen.queryByText('Please enter a valid email address')).toBeNull(),
    );
    expect(mockApi.calls()).toEqual([]);
  });

  test.each([
    ['Too many requests', () => ({ status: 429, body: { message: 'Too many requests' } })],
    ['Failed to send reset email. Please try again.', failure],
  ])('says "%s" of a failure', async (text, answer) => {
    mockApi.post(RESET, answer);
    open();
    await request('ada@example.com');
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('the password reset page with a token', () => {
  test('sends the token, which cannot be changed, with a new password', async () => {
    mockApi.put(RESET, () => ({ status: 204 }));
    const { location } = open('?token=abc');
    const token = screen.getByLabelText<HTMLInputElement>('Token');
    expect([token.value, token.disabled]).toEqual(['abc', true]);
    expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe(
      '/login',
    );
    await reset('new password', 'dblClick');

    expect(
      await screen.findByText('Password reset successful! Please login with your new password.'),
    ).toBeTruthy();
    expect(location().path).toBe('/login');
    expect(mockApi.calls().map(({ method, body }) => [method, body])).toEqual([
      ['PUT', { token: 'abc', new_password: 'new password' }],
    ]);
  });

  test('wants 8 characters, on submit and then on change', async () => {
    open('?token=abc');
    await reset('1234567');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('New password'), '8');
    await waitFor(() =>
      expect(screen.queryByText('Password must be at least 8 characters')).toBeNull(),
    );
    expect(mockApi.calls()).toEqual([]);
  });

  test.each([
    [
      'The password reset link is invalid or has expired',
      () => ({
        status: 400,
        body: { message: 'The password reset link is invalid or has expired' },
      }),
    ],
    ['Failed to reset password. Please try again.', failure],
  ])('says "%s" of a failure', async (text, answer) => {
    mockApi.put(RESET, answer);
    open('?token=abc');
    await reset('new password');
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
