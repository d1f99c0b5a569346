import { fakeShell, makeUser, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SignInPage } from '../sign-in/sign-in-page.tsx';

const LOGIN = 'api/v1/accounts/login';
const SECOND_STEP = 'api/v1/accounts/login/second-step';
const RECOVERY = 'api/v1/accounts/login/recovery';

let methods = ['totp', 'recovery_code'];

beforeEach(() => {
  methods = ['totp', 'recovery_code'];
  mockApi.start();
  mockApi.post(LOGIN, () => ({ body: { second_step: { methods } } }));
});
afterEach(() => mockApi.stop());

/** Opens the sign-in page and enters the right password. */
async function enterPassword() {
  const rendered = renderScreen(<SignInPage />, {
    path: { pathname: '/login', state: { from: '/datasets' } },
    route: '/login',
    shell: fakeShell({ user: null, reloadUser: async () => makeUser() }),
  });
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await screen.findByRole('heading', { name: 'Two-step verification' });
  return rendered;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

const sent = () => mockApi.calls('POST', SECOND_STEP).map(({ body }) => body);

describe('after the password of an account with a second step', () => {
  test('a code signs in, and opens the remembered screen', async () => {
    mockApi.post(SECOND_STEP, () => ({ body: {} }));
    const { location } = await enterPassword();
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    expect(document.activeElement).toBe(field);
    expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code']);
    await userEvent.click(screen.getByLabelText('Trust this browser for 30 days'));
    await userEvent.type(field, '123 456{Enter}');
    expect(await screen.findByText('Login successful!')).toBeTruthy();
    await waitFor(() => expect(location().path).toBe('/datasets'));
    expect(sent()).toEqual([{ code: '123456', trust_browser: true }]);
  });

  test('a wrong code is shown at its field, and stays there', async () => {
    mockApi.post(SECOND_STEP, () => ({ status: 400, body: { message: 'Incorrect code' } }));
    await enterPassword();
    const field = screen.getByLabelText<HTMLInputElement>('Code');
    await userEvent.type(field, '12{Enter}');
    expect(await screen.findByText('Enter the 6 digits of the code')).toBeTruthy();
    expect(sent()).toEqual([]);
    await userEvent.type(field, '3456{Enter}');
    expect(await screen.findByText('Incorrect code')).toBeTruthy();
    expect(field.value).toBe('123456');
  });

  test.each([
    [9, 'Signed in. 9 recovery codes are left.'],
    [1, 'Signed in. 1 recovery code is left: make new ones in your account settings.'],
    [0, 'Signed in. No recovery code is left: make new ones in your account settings.'],
  ])('a recovery code signs in, and %i are left', async (left, text) => {
    mockApi.post(SECOND_STEP, () => ({ body: { recovery_codes: left } }));
    await enterPassword();
    await press('Use a recovery code instead');
    await userEvent.type(screen.getByLabelText('Recovery code'), 'ABCDE-fgh23{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent()).toEqual([{ recovery_code: 'abcdefgh23', trust_browser: false }]);
  });

  test('no recovery code is offered where none is left', async () => {
    methods = ['totp'];
    await enterPassword();
    expect(screen.queryByRole('button', { name: 'Use a recovery code instead' })).toBeNull();
  });

  test('a sign-in that has expired returns to the password, with the address', async () => {
    mockApi.post(SECOND_STEP, () => ({ status: 401, body: { message: 'Expired' } }));
    await enterPassword();
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(
      await screen.findByText('This sign-in has expired. Please enter your password again.'),
    ).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  test('who has lost everything asks for a link', async () => {
    mockApi.post(RECOVERY, () => ({ body: { due_at: '2026-11-26T09:30:00.000Z' } }));
    await enterPassword();
    await press('I cannot use any of these');
    await press('Back to the code');
    await press('I cannot use any of these');
    await press('Send the link in 24 hours');
    expect(await screen.findByText(/We send a link to every address .*2026/)).toBeTruthy();
    await press('Back to sign in');
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeTruthy();
  });

  test('a recovery that could not be started says so', async () => {
    mockApi.post(RECOVERY, () => ({ status: 429, body: { message: 'Too often' } }));
    await enterPassword();
    await press('I cannot use any of these');
    await press('Send the link in 24 hours');
    expect(await screen.findByText('Too often')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Recover your account' })).toBeTruthy();
  });
});
