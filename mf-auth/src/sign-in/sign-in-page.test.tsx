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

describe('the sign-in page', () => {
  test.each([
    ['nothing', undefined, DEFAULT_MESSAGE],
    ['a message', { message: 'Please log in first' }, 'Please log in first'],
    ['a state of another shape', { message: 7 }, DEFAULT_MESSAGE],
  ])('given %s, says what there is to say', (_, state, text) => {
    open(state);
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('leads to registration and to a password reset', () => {
    open();
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    expect(screen.getByRole('link', { name: 'Forgot your password?' }).getAttribute('href')).toBe(
      '/password-reset',
    );
  });

  test('is understood by password managers, and never puts a password into an address', () => {
    open();
    expect(email().autocomplete).toBe('username');
    expect(password().autocomplete).toBe('current-password');
    expect(password().form?.method).toBe('post');
  });

  test.each([
    ['the dashboard', undefined, '/dashboard'],
    [
      'the remembered place',
      { from: '/datasets/1/documents?path=a%2Fb' },
      '/datasets/1/documents?path=a%2Fb',
    ],
    ['the dashboard instead of another site', { from: '//evil.example' }, '/dashboard'],
  ])('goes to %s after success, having asked once', async (_, state, destination) => {
    mockApi.post(LOGIN, () => ({ body: {} }));
    const { location } = open(state);
    await signIn('  ada@example.com ', 'dblClick');

    expect(await screen.findByText('Login successful!')).toBeTruthy();
    expect(location().path).toBe(destination);
    expect(mockApi.calls('POST', LOGIN).map(({ body }) => body)).toEqual([
      { email_address: 'ada@example.com', password: 'correct horse' },
    ]);
  });

  test.each([
    [
      'the server',
      { status: 400, body: { message: 'Incorrect email or password' } },
      'Incorrect email or password',
    ],
    ['a server without words', { status: 500, body: {} }, 'HTTP 500'],
    [
      'an issue elsewhere',
      { status: 422, body: { message: 'No', issues: [{ path: 'x', message: 'y' }] } },
      'No',
    ],
  ])('keeps what was typed and says what %s said', async (_, answer, text) => {
    mockApi.post(LOGIN, () => answer);
    const { location } = open();
    await signIn();

    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getAllByText(text)).toHaveLength(1);
    expect([email().value, password().value]).toEqual(['ada@example.com', 'correct horse']);
    expect(location().path).toBe('/login');
  });

  test('says that the login failed when the server cannot be reached', async () => {
    mockApi.post(LOGIN, () => Promise.reject(new TypeError('Failed to fetch')));
    open();
    await signIn();
    expect(await screen.findByText('Login failed. Please try again.')).toBeTruthy();
  });

  test('says that the login failed when nobody is signed in after it', async () => {
    mockApi.post(LOGIN, () => ({ body: {} }));
    const { location } = open(undefined, fakeShell({ reloadUser: async () => null }));
    await signIn();
    expect(await screen.findByText('Login failed. Please try again.')).toBeTruthy();
    expect(location().path).toBe('/login');
  });

  test('checks on submit and then on every change, and sends nothing invalid', async () => {
    const person = userEvent.setup();
    open();
    await person.type(email(), 'ada');
    expect(screen.queryByText('Please enter a valid email address')).toBeNull();

    await person.click(button());
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(document.activeElement).toBe(email());

    await person.type(email(), '@example.com');
    await person.type(password(), 'x');
    await waitFor(() => {
      expect(screen.queryByText('Please enter a valid email address')).toBeNull();
      expect(screen.queryByText('Password is required')).toBeNull();
    });
    expect(mockApi.calls()).toEqual([]);
  });
});
