import { mockApi, renderScreen } from '@carrel/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { RegistrationPage } from './registration-page.tsx';

const REGISTER = 'api/v1/accounts/register';

beforeEach(() => mockApi.start());
afterEach(() => mockApi.stop());

const open = (state?: unknown) =>
  renderScreen(<RegistrationPage />, {
    path: { pathname: '/register', state },
    route: '/register',
  });

async function register(
  values: Record<string, string> = {},
  press: 'click' | 'dblClick' = 'click',
) {
  const person = userEvent.setup();
  const typed = {
    'First name': ' Ada',
    'Last name': 'Lovelace ',
    Email: ' ada@example.com ',
    Password: 'correct horse',
    ...values,
  };
  for (const [label, text] of Object.entries(typed)) {
    if (text !== '') await person.type(screen.getByLabelText(label), text);
  }
  await person[press](screen.getByRole('button', { name: 'Create account' }));
}

describe('the registration page', () => {
  test('registers once, tells to check the mail, and goes to the sign-in page', async () => {
    mockApi.post(REGISTER, () => ({ status: 201, body: {} }));
    const { location, shell } = open({ from: '/organizations/join/t' });
    await register({}, 'dblClick');

    expect(
      await screen.findByText(
        'Account created successfully! Please check your email for verification.',
      ),
    ).toBeTruthy();
    expect(location()).toEqual({ path: '/login', state: { from: '/organizations/join/t' } });
    expect(shell.reloadUser).not.toHaveBeenCalled();
    expect(mockApi.calls('POST', REGISTER).map(({ body }) => body)).toEqual([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email_address: 'ada@example.com',
        password: 'correct horse',
      },
    ]);
  });

  test.each([
    ['First name', '', 'First name is required', 'Ada'],
    ['Last name', '   ', 'Last name is required', 'Lovelace'],
    ['Email', 'ada@', 'Please enter a valid email address', 'example.com'],
    ['Password', '1234567', 'Password must be at least 8 characters', '8'],
  ])('%s of "%s": %s', async (label, text, message, remedy) => {
    open();
    await register({ [label]: text });
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');

    await userEvent.type(screen.getByLabelText(label), remedy);
    await waitFor(() => expect(screen.queryByText(message)).toBeNull());
    expect(mockApi.calls()).toEqual([]);
  });

  test('puts what the server refuses under the field it names, and nowhere else', async () => {
    mockApi.post(REGISTER, () => ({
      status: 422,
      body: {
        message: 'The input is invalid',
        issues: [{ path: 'email_address', message: 'This address cannot receive mail' }],
      },
    }));
    open();
    await register();

    expect(await screen.findByText('This address cannot receive mail')).toBeTruthy();
    expect(screen.queryByText('The input is invalid')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  });

  test.each([
    ['its own words', { status: 429, body: { message: 'Too many requests' } }, 'Too many requests'],
    ['no answer', null, 'Registration failed. Please try again.'],
  ])('says of a failure with %s: %s', async (_, answer, text) => {
    mockApi.post(REGISTER, () => answer ?? Promise.reject(new TypeError('Failed to fetch')));
    const { location } = open();
    await register();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(location().path).toBe('/register');
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe(' Ada');
  });
});
