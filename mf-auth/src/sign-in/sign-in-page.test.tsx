import { fakeShell, mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { SignInPage } from './sign-in-page.tsx';

const LOGIN = 'api/v1/accounts/login';
const DEFAULT_MESSAGE = 'Enter your email and password to access your account';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (state?: unknown, shell = fakeShell({ reloadUser: async () => fakeShell().user })) =>
  renderScreen(<SignInPage />, { path: { pathname: '/login', state }, route: '/login', shell });

const email = () => screen.getByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const button = () => screen.getByRole('button', { name: 'Sign in' });

async function signIn(address = 'ada@example.com', press: 'click' | 'dblClick' = 'click') {
  const person = userEvent.setup();
  await person.type(email(), address);
  await person.type(password(), 'correct horse');
  await person[press](button());
}

const UNCONFIRMED = 'Please confirm your email address before signing in';

describe('a right password for an unconfirmed address', () => {
  test('offers the confirmation again, once a minute', async () => {
    mockApi.post(LOGIN, () => ({ status: 403, body: { message: UNCONFIRMED } }));
    mockApi.post('api/v1/accounts/confirm-email', () => ({ status: 204 }));
    open();
    await signIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Resend confirmation email' }));
    expect(
      await screen.findByText('Confirmation email sent! Please check your inbox.'),
    ).toBeTruthy();
    const waiting = screen.getByRole<HTMLButtonElement>('button', { name: /Resend in \d+s/u });
    expect(waiting.disabled).toBe(true);
    expect(mockApi.calls('POST', 'api/v1/accounts/confirm-email').map(({ body }) => body)).toEqual([
      { email_address: 'ada@example.com' },
    ]);
  });

  test('is the only one that offers it', async () => {
    mockApi.post(LOGIN, () => ({ status: 400, body: { message: 'Incorrect email or password' } }));
    open();
    await signIn();
    expect(await screen.findByText('Incorrect email or password')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resend confirmation email' })).toBeNull();
  });
});

describe('the sign-in page', () => {
  test.each([
    ['nothing', undefined, DEFAULT_MESSAGE],
    ['a message', { message: 'Please log in first' }, 'Please log in first'],
    ['a state of another shape', { message: 7 }, DEFAULT_MESSAGE],
  ])('given %s, says what there is to say', (_, state, text) => {
    open(state);
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('links to registration and to a password reset', () => {
    open();
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/password-reset',
    );
  });

  test.each([
    ['the dashboard', undefined, '/dashboard'],
    [
      'the remembered place',
      { from: '/datasets/1/documents?path=a%2Fb' },
      '/datasets/1/documents?path=a%2Fb',
    ],
    ['the dashboard instead of another site', { from: '//evil.example' }, '/dashboard'],
  ])('opens %s after success, with one request', async (_, state, destination) => {
    mockApi.post(LOGIN, () => ({ body: {} }));
    const { location } = open(state);
    await signIn('  ada@example.com ', 'dblClick');

    expect(await screen.findByText('Login successful!')).toBeTruthy();
    await waitFor(() => expect(location().path).toBe(destination));
    expect(mockApi.calls('POST', LOGIN).map(({ body }) => body)).toEqual([
      { email_address: 'ada@example.com', password: 'correct horse' },
    ]);
  });

  test('shows a failure that belongs to no field', async () => {
    mockApi.post(LOGIN, () => ({
      status: 422,
      body: { message: 'No', issues: [{ path: 'x', message: 'y' }] },
    }));
    open();
    await signIn();
    expect(await screen.findByText('No')).toBeTruthy();
  });

  test('passes the remembered screen to a password reset', async () => {
    const { location } = open({ from: '/datasets?page=2' });
    await userEvent.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(location()).toEqual({ path: '/password-reset', state: { from: '/datasets?page=2' } });
  });

  test('shows that the login failed when no user is signed in after it', async () => {
    mockApi.post(LOGIN, () => ({ body: {} }));
    const { location } = open(undefined, fakeShell({ reloadUser: async () => null }));
    await signIn();
    expect(await screen.findByText('Login failed. Please try again.')).toBeTruthy();
    expect(location().path).toBe('/login');
  });
});
